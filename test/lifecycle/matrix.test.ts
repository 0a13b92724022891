import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shows } from '../requirements.js';
import { type Actor, codeOf, createWorld, type World } from '../support/world.js';
import { ACTORS, CALLS, type Cast, type Company, cast, company, FIELDS } from './matrix-cast.js';
import { MATRIX, WORDS } from './matrix-tables.js';

let world: World;
let everybody: Company;
beforeAll(async () => {
  world = await createWorld();
  everybody = await company(world);
});
afterAll(() => world.close());

/** What a refused call must leave as it was. */
async function traces(id: string, actor: Actor) {
  const { row, events, lines } = await world.judge.one<{ row: unknown; events: number; lines: number }>(
    `SELECT (SELECT to_jsonb(t) FROM transfer t WHERE id = $1) AS row,
       (SELECT count(*)::integer FROM event WHERE aggregate_id = $1) AS events,
       (SELECT count(*)::integer FROM audit WHERE actor = $2 AND outcome = 'refused') AS lines`,
    [id, actor.id],
  );
  return { row, events, lines };
}

/** Plays one cell; the answer as a word of the tables, with whatever a refusal should not have done. */
async function play(word: string, action: string, actor: Actor, stage: Cast): Promise<string> {
  const { id } = stage.scene;
  const before = await traces(id, actor);
  const code = codeOf(await (CALLS[action] as (typeof CALLS)[string])(actor, stage));
  if (code === 'OK') return code;
  const after = await traces(id, actor);
  const [line] = (await world.judge.refusals(actor.id)).slice(-1);
  const wrongs = [
    after.lines === before.lines + 1 ? '' : `, ${after.lines - before.lines} audit lines`,
    line?.action === FIELDS[action] && line?.code === code
      ? ''
      : `, audited as ${line?.action} ${line?.code}`,
  ];
  if (word.endsWith('+')) wrongs.push(after.events === before.events + 1 ? '' : ', not recorded as late');
  else if (after.events !== before.events) wrongs.push(', wrote an event');
  else if (JSON.stringify(after.row) !== JSON.stringify(before.row)) wrongs.push(', changed the row');
  return code + wrongs.join('');
}

describe.each(MATRIX)(`${shows('T1', 'T13')}$name`, ({ state, options = {}, table }) => {
  let stage: Cast | null = null;

  const rows = table
    .trim()
    .split('\n')
    .map((line) => line.replaceAll('|', ' ').trim().split(/\s+/) as [string, ...string[]]);

  test.each(rows)('%s', async (action, ...words) => {
    expect(words).toHaveLength(ACTORS.length);
    const got: Record<string, string> = {};
    const expected: Record<string, string> = {};
    for (const [index, name] of ACTORS.entries()) {
      const word = words[index] as string;
      if (word === '-') continue;
      stage ??= await cast(everybody, state, options);
      const actor = stage.actors[name] as Actor;
      got[name] = await play(word, action, actor, stage);
      expected[name] = WORDS[word] as string;
      // What a success or a late report has changed is no scene for the next.
      if (got[name] === 'OK' || word.endsWith('+')) stage = null;
    }
    expect(got).toEqual(expected);
  });
});
