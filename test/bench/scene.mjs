import { createHash, randomUUID } from 'node:crypto';

/** Calls of the product over HTTP, and the transfers that the benches need, made by them. */
export function callsOf(port, adminKey) {
  async function call(key, query, variables) {
    const response = await fetch(`http://127.0.0.1:${port}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = await response.json();
    if (errors) throw new Error(errors[0].message);
    return data;
  }

  async function mutate(key, field, input, selection) {
    const type = `${field[0].toUpperCase()}${field.slice(1)}`;
    const query = `mutation ($input: ${type}Input!) {
      answer: ${field}(input: $input) { ... on ${type}Success { ${selection} } ... on Refusal { code message } }
    }`;
    const { answer } = await call(key, query, { input });
    if (answer.code) throw new Error(`${field}: ${answer.code} ${answer.message}`);
    return answer;
  }

  const issueKey = (kind) =>
    mutate(
      adminKey,
      'apiKeyIssue',
      { kind, name: `bench ${randomUUID()}` },
      'secret apiKey { principal { id } }',
    );

  const stage = (key, ttlSeconds = 1_800) =>
    mutate(
      key,
      'transferStage',
      {
        source: { host: 'bench', client: 'plain', cwd: '/' },
        sessionLabel: randomUUID(),
        messageHistory: [{ role: 'user', content: randomUUID() }],
        ttlSeconds,
      },
      'transfer { id checksum snapshot { entries lastEntrySha256 } }',
    );

  const leaseSecret = 'the lease secret of a bench, and of nothing else';

  /** An active transfer of pool manual, of which the orchestrator holds the lease. */
  async function active(key) {
    const { transfer } = await stage(key);
    const { id, checksum, snapshot } = transfer;
    const provision = { tier: 'sandbox-small', allocatedUsd: '100000', pool: 'manual', graceSeconds: 60 };
    const token = async (input) => (await mutate(key, 'transferTokenMint', { id, ...input }, 'token')).token;
    const moved = 'transfer { id }';
    await mutate(
      key,
      'transferProvision',
      { id, transferToken: await token({ scope: 'PROVISION_RUNTIME', provision }) },
      moved,
    );
    await mutate(key, 'transferPush', { id }, moved);
    const leaseSecretSha256 = createHash('sha256').update(leaseSecret).digest('hex');
    await mutate(key, 'transferVerifyDestination', { id, checksum, ...snapshot, leaseSecretSha256 }, moved);
    await mutate(key, 'transferActivate', { id, transferToken: await token({ scope: 'ACTIVATE' }) }, moved);
    return id;
  }

  return { issueKey, stage, active, leaseSecret };
}
