import { cpuOf } from './parties.mjs';

export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)];

/**
 * Runs contenders, `{ name: { run(round), parties } }`, in turn, round after round, a first one uncounted. Gives for each
 * the median of what its runs gave as `figure`, and as `cpu` the cores that each party used, of all counted runs.
 */
export async function compare(contenders, rounds) {
  const seen = Object.fromEntries(
    Object.keys(contenders).map((name) => [name, { figures: [], cpu: {}, wall: 0 }]),
  );
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, { run, parties }] of Object.entries(contenders)) {
      const before = cpuOf(parties);
      const started = performance.now();
      const figure = await run(round);
      if (round === 0) continue;
      const after = cpuOf(parties);
      const { figures, cpu } = seen[name];
      figures.push(figure);
      seen[name].wall += (performance.now() - started) / 1000;
      for (const party of Object.keys(after)) cpu[party] = (cpu[party] ?? 0) + after[party] - before[party];
    }
  }
  return Object.fromEntries(
    Object.entries(seen).map(([name, { figures, cpu, wall }]) => [
      name,
      {
        figure: median(figures),
        cpu: Object.fromEntries(Object.entries(cpu).map(([party, used]) => [party, used / wall])),
      },
    ]),
  );
}
