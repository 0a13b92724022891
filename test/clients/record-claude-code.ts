import { CLAUDE_CODE, runClaudeCode, transcriptPath } from './claude-code.js';
import { PLACE, record } from './recording.js';
import { inventory, signedThinking } from './scenarios.js';

/** Records the sessions of Claude Code; see `record` for `fixtures` and errors. */
export const recordClaudeCode = (fixtures: string): Promise<void> =>
  record(
    CLAUDE_CODE,
    fixtures,
    [inventory(PLACE.project), signedThinking(PLACE.project)],
    async (scenario, stub) => {
      const { name, sessionId, prompts } = scenario;
      for (const [at, prompt] of prompts.entries()) {
        const session = at === 0 ? { start: sessionId } : { resume: sessionId };
        const answer = await runClaudeCode(PLACE, stub.url, session, prompt);
        if (answer.is_error || answer.session_id !== sessionId)
          throw new Error(`${name}: ${JSON.stringify(answer)}`);
      }
      return transcriptPath(PLACE, sessionId);
    },
  );
