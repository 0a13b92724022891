import {
  ClaimTransferDocument,
  ReportTeardownDocument,
  ReportUsageDocument,
  VerifyDestinationDocument,
  WatchTransferDocument,
} from '../../runtime/src/gen/graphql.js';

const documents = {
  ClaimTransferDocument,
  ReportTeardownDocument,
  ReportUsageDocument,
  VerifyDestinationDocument,
  WatchTransferDocument,
};

/** A call of the daemon, and the side of it on which the daemon dies. */
export interface DeathPoint {
  readonly document: keyof typeof documents;
  /** Before the request leaves, or when its answer has come and nobody has read it. */
  readonly when: 'sending' | 'answered';
  /** Only at an answer with these words. */
  readonly answer?: string;
}

/** Has this process kill itself, with SIGKILL, at the first call that is the point. */
export function dieAt({ document, when, answer = '' }: DeathPoint): void {
  const { hash } = (documents[document] as unknown as { __meta__: { hash: string } }).__meta__;
  const send = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const meant = typeof init?.body === 'string' && init.body.includes(hash);
    if (meant && when === 'sending') process.kill(process.pid, 'SIGKILL');
    const response = await send(input, init);
    if (meant && (await response.clone().text()).includes(answer)) process.kill(process.pid, 'SIGKILL');
    return response;
  };
}
