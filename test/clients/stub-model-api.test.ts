import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sign, toolUseId } from './script.js';
import { type StubModelApi, startStubModelApi } from './stub-model-api.js';

const CALL = toolUseId('self/0', 1);
const thinking = { type: 'thinking', thinking: 'hm', signature: sign('hm') };
const call = { type: 'tool_use', id: CALL, name: 'Bash', input: { command: 'true' } };
const result = { type: 'tool_result', tool_use_id: CALL, content: '' };
const user = (...content: unknown[]) => ({ role: 'user', content });
const assistant = (...content: unknown[]) => ({ role: 'assistant', content });
const hello = { role: 'user', content: 'hello' };

describe('the stub of the model API', () => {
  let stub: StubModelApi;
  beforeAll(async () => {
    stub = await startStubModelApi('self', [
      [
        { type: 'thinking', thinking: 'hm' },
        { type: 'tool_use', name: 'Bash', input: { command: 'true' } },
      ],
      [{ type: 'text', text: 'done 👋' }],
    ]);
  });
  afterAll(() => stub.close());

  const ask = async (...messages: unknown[]) => {
    const response = await fetch(`${stub.url}/v1/messages`, {
      method: 'POST',
      body: JSON.stringify({ model: 'm', stream: true, tools: [{ name: 'Bash' }], messages }),
    });
    return { status: response.status, body: await response.text() };
  };

  it('plays the turn that belongs after the given history, whatever was asked before', async () => {
    const last = await ask(hello, assistant(thinking, call), user(result));
    expect(last).toMatchObject({ status: 200, body: expect.stringContaining('done 👋') });
    const first = await ask(hello);
    expect(first.body).toContain(`"type":"tool_use","id":"${CALL}"`);
    expect(first.body).toContain(`"signature":"${thinking.signature}"`);
    expect(first.body).toContain('"stop_reason":"tool_use"');
  });

  it.each([
    [
      'an unanswered call',
      [hello, assistant(call), user({ type: 'text', text: 'next' })],
      '`tool_use` ids were found without',
    ],
    ['a call at the end', [hello, assistant(call)], '`tool_use` ids were found without'],
    ['a result without its call', [hello, assistant(thinking), user(result)], 'unexpected `tool_use_id`'],
    [
      'changed thinking',
      [hello, assistant({ ...thinking, thinking: 'hm.' }), user(hello)],
      'Invalid `signature`',
    ],
    ['a history beyond the script', [hello, assistant(), hello, assistant(), hello], 'ends before turn 2'],
  ])('refuses %s', async (_, messages, said) => {
    const answer = await ask(...messages);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({
      error: { type: 'invalid_request_error', message: expect.stringContaining(said) },
    });
  });

  it('remembers what it does not serve', async () => {
    expect((await fetch(`${stub.url}/api/anything`)).status).toBe(404);
    expect(stub.seen.at(-1)).toEqual({ method: 'GET', path: '/api/anything', status: 404 });
  });
});

describe('the stub of the model API, asked for responses', () => {
  let stub: StubModelApi;
  beforeAll(async () => {
    stub = await startStubModelApi('self', [
      [{ type: 'tool_use', name: 'exec_command', input: { cmd: 'ls' } }],
      [{ type: 'text', text: 'done 👋' }],
    ]);
  });
  afterAll(() => stub.close());

  const said = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hello' }] };
  const made = { type: 'function_call', call_id: 'c1', name: 'exec_command', arguments: '{}' };
  const output = { type: 'function_call_output', call_id: 'c1', output: '' };
  const sealed = {
    type: 'reasoning',
    summary: [{ type: 'summary_text', text: 'hm' }],
    encrypted_content: sign('hm'),
  };
  const ask = async (...input: unknown[]) => {
    const response = await fetch(`${stub.url}/v1/responses`, {
      method: 'POST',
      body: JSON.stringify({ model: 'm', tools: [{ name: 'exec_command' }], input }),
    });
    return { status: response.status, body: await response.text() };
  };

  it('plays the turn that belongs after the given history', async () => {
    expect((await ask(said, sealed, made, output)).body).toContain('"text":"done 👋"');
    expect((await ask(said)).body).toContain('"type":"function_call"');
  });

  it.each([
    ['an unanswered call', [said, made, said], 'No tool output found for function call c1.'],
    [
      'an output without its call',
      [said, output],
      'No tool call found for function call output with call_id c1.',
    ],
    [
      'changed reasoning',
      [said, { ...sealed, encrypted_content: 'x' }],
      'The encrypted content could not be verified.',
    ],
  ])('refuses %s', async (_, input, message) => {
    const answer = await ask(...input);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({ error: { type: 'invalid_request_error', message } });
  });
});
