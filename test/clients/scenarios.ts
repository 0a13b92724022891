import type { ScriptedTurn } from './script.js';

/** A session to record: what the user says, run by run, and what the model answers, turn by turn. */
export type Scenario = {
  name: string;
  /** The first starts the session, every other resumes it. */
  prompts: readonly [string, ...string[]];
  turns: readonly ScriptedTurn[];
};

/** Claude Code lets its caller choose the session's id, a UUID; Codex does not. */
export type ClaudeScenario = Scenario & { sessionId: string };

const text = (said: string) => ({ type: 'text', text: said }) as const;
const bash = (command: string, description: string) =>
  ({ type: 'tool_use', name: 'Bash', input: { command, description } }) as const;
const read = (path: string) => ({ type: 'tool_use', name: 'Read', input: { file_path: path } }) as const;
const write = (path: string, content: string) =>
  ({ type: 'tool_use', name: 'Write', input: { file_path: path, content } }) as const;

/** The files of the small project the sessions work on. */
export const PROJECT_FILES: Readonly<Record<string, string>> = {
  'stock.csv':
    'sku,name,count\nA-100,rope 12 mm,40\nA-200,"lamp, brass",7\nB-310,shackle,0\nB-320,pulley,3\n',
  'README.md': '# Chandlery\n\nStock is counted by hand on the first of the month.\n',
};

/** Several turns of shell, reading and writing, continued a second time. */
export const inventory = (project: string): ClaudeScenario => ({
  name: 'inventory',
  sessionId: '3b0e6c52-6f0d-4c1e-9a57-2d1c8f4b7e10',
  prompts: [
    'Which articles in stock.csv are running low? Write the ones below five to low-stock.md.',
    'Now count the lines of both files, and add the total of all articles to low-stock.md.',
  ],
  turns: [
    [text('I will look at what is here first.'), bash('ls', 'List the project files')],
    [read(`${project}/stock.csv`), read(`${project}/README.md`)],
    [
      text('Two articles are below five: the shackle and the pulley.'),
      write(`${project}/low-stock.md`, '# Low stock\n\n- B-310 shackle: 0\n- B-320 pulley: 3\n'),
    ],
    [bash('cat low-stock.md', 'Check the written file')],
    [text('`low-stock.md` lists B-310 (0 left) and B-320 (3 left).')],
    [
      bash('wc -l stock.csv low-stock.md', 'Count lines'),
      bash(`awk -F, 'NR > 1 { sum += $NF } END { print sum }' stock.csv`, 'Add up the counts'),
    ],
    [read(`${project}/low-stock.md`)],
    [
      write(
        `${project}/low-stock.md`,
        '# Low stock\n\n- B-310 shackle: 0\n- B-320 pulley: 3\n\nAll articles together: 50\n',
      ),
    ],
    [
      text(
        'Five lines in stock.csv, four in low-stock.md before the change; 50 articles in all, and the total is in the file.',
      ),
    ],
  ],
});

/** Signed thinking, text far from ASCII, and calls that fail. */
export const signedThinking = (project: string): ClaudeScenario => ({
  name: 'signed-thinking',
  sessionId: '8d5f2a94-17c3-4b68-8e2f-60a9b3c4d5e6',
  prompts: [
    'Lies „hafen.txt“ und sag mir, was drin steht — 港の名前 ⚓️🧜🏽‍♀️',
    'Schreib die Datei dann selbst: eine Zeile, „Hafen: Ærøskøbing ⚓“.',
  ],
  turns: [
    [
      { type: 'thinking', thinking: 'Die Datei heißt hafen.txt. Ich lese sie, bevor ich etwas behaupte. 🤔' },
      text('Ich sehe nach … 👀'),
      read(`${project}/hafen.txt`),
    ],
    [
      {
        type: 'thinking',
        thinking: 'Not there. Check the exit code of a plain listing too; "quotes" and \\ backslashes stay.',
      },
      bash('ls hafen.txt', 'Look for the file'),
    ],
    [
      text(
        'Die Datei „hafen.txt“ gibt es nicht. 🚫 — e\u0301 und é sind hier verschieden; 𝒽afen liegt jenseits der BMP.',
      ),
    ],
    [
      { type: 'thinking', thinking: 'Eine Zeile, mit Anker.' },
      write(`${project}/hafen.txt`, 'Hafen: Ærøskøbing ⚓\n'),
    ],
    [
      bash(
        'cat hafen.txt && printf "\\t\\xe2\\x80\\xa8done\\n"',
        'Show the file, with a line separator U+2028',
      ),
    ],
    [text('Geschrieben. ✅')],
  ],
});

const exec = (cmd: string) => ({ type: 'tool_use', name: 'exec_command', input: { cmd } }) as const;

/** The shell tool alone, which is all Codex needs: sealed reasoning, two calls at once, a failing call. */
export const shellInventory: Scenario = {
  name: 'shell-inventory',
  prompts: [
    'Which articles in stock.csv are running low? Write the ones below five to low-stock.md.',
    'Gibt es „hafen.txt“? Zähl auch die Zeilen. 港 ⚓️',
  ],
  turns: [
    [
      { type: 'thinking', thinking: 'I should see the files before I answer. 🤔' },
      text('I will look at what is here first.'),
      exec('ls'),
      exec('cat stock.csv'),
    ],
    [
      exec(
        `printf '# Low stock\\n\\n- B-310 shackle: 0\\n- B-320 pulley: 3\\n' > low-stock.md && cat low-stock.md`,
      ),
    ],
    [text('`low-stock.md` lists B-310 (0 left) and B-320 (3 left).')],
    [exec('ls hafen.txt'), exec('wc -l stock.csv low-stock.md')],
    [
      { type: 'thinking', thinking: 'Die Datei fehlt; das "ls" endete mit 2.' },
      text('„hafen.txt“ gibt es nicht. 🚫 stock.csv hat fünf Zeilen, low-stock.md vier.'),
    ],
  ],
};
