import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TRANSFER_MOVES } from '../../api/dist/lifecycle/rules.js';
import { compare } from './compare.mjs';
import { findPgbench, startChild } from './parties.mjs';
import { callsOf } from './scene.mjs';

/** What the CLI and the runtime daemon send for a report. */
const REPORT = `mutation Report($input: TransferReportUsageInput!) {
  transferReportUsage(input: $input) {
    ... on RuntimeAnswer {
      status
      replayed
      budget { spent remaining }
      deadlines { leaseExpiresAt graceEndsAt }
    }
    ... on Refusal { code message }
  }
}`;

const DEFAULT_ORGANISATION = 'org_00000000000000000000000001';

/** The move's argument but for the transfer and the usage id, as the product builds it. */
function argumentOf(viewerId, leaseSecret) {
  const { from, who, fenceable = false } = TRANSFER_MOVES.reportUsage;
  return {
    organisation: DEFAULT_ORGANISATION,
    viewer: { id: viewerId, kind: 'orchestrator', sees: 'organisation', readsContent: true },
    operation: 'transferReportUsage',
    request: randomUUID(),
    from,
    who,
    fenceable,
    reporter: 'manual',
    amount: '1000',
    epoch: 1,
    leaseHash: createHash('sha256').update(leaseSecret).digest('hex'),
  };
}

async function setting({ product, adminKey, transfers }) {
  const calls = callsOf(product.port, adminKey);
  const { secret, apiKey } = await calls.issueKey('ORCHESTRATOR');
  const ids = [];
  for (let made = 0; made < transfers; made += 1) ids.push(await calls.active(secret));
  const argument = argumentOf(apiKey.principal.id, calls.leaseSecret);
  const bodyOf = (id, amountUsd) =>
    JSON.stringify({
      query: REPORT,
      variables: {
        input: { id, usageId: '$N', reporter: 'MANUAL', amountUsd, epoch: 1, leaseSecret: calls.leaseSecret },
      },
    });
  const to = { port: product.port, path: '/graphql', headers: `authorization: Bearer ${secret}\r\n` };
  return {
    argument,
    ids,
    ours: { ...to, bodies: ids.map((id) => bodyOf(id, '0.000001')), expect: '"replayed":false' },
    // There is no empty mutation: the cheapest is one whose amount is refused before the database is asked.
    empty: { ...to, bodies: ids.map((id) => bodyOf(id, 'none')), expect: 'INVALID_INPUT' },
  };
}

/** Many transfers: against the same statement behind bare node:http and pg, and against an empty mutation. */
export async function report(context) {
  const { database, product, rounds, seconds } = context;
  const { argument, ids, ours, empty } = await setting({ ...context, transfers: 64 });
  const bare = startChild('bare.mjs');
  const load = startChild('http-load.mjs');
  const { port } = await bare.ask({ mode: 'report', databaseUrl: database.url, argument });
  const bodies = ids.map((id) => JSON.stringify({ id, usageId: '$N' }));
  const barely = { port, path: '/', headers: '', bodies, expect: '"ok":true' };
  const parties = { database: database.postmaster, load: load.pid };
  const run = (target) => (connections, round) =>
    loaded(load, { ...target, connections, ms: seconds * 1_000, run: `${round}-${target.path}` });
  const lines = [];
  for (const connections of [64, 16]) {
    const contenders = {
      ours: {
        run: (round) => run(ours)(connections, `${connections}o${round}`),
        parties: { ...parties, server: product.pid },
      },
      bare: {
        run: (round) => run(barely)(connections, `${connections}b${round}`),
        parties: { ...parties, server: bare.pid },
      },
      empty: {
        run: (round) => run(empty)(connections, `${connections}e${round}`),
        parties: { ...parties, server: product.pid },
      },
    };
    const { ours: mine, bare: theirs, empty: nothing } = await compare(contenders, rounds);
    const unit = 'requests/s';
    lines.push({
      bench: 'report',
      connections,
      against: 'bare',
      ratio: mine.figure / theirs.figure,
      unit,
      ours: mine,
      bare: theirs,
    });
    lines.push({
      bench: 'report',
      connections,
      against: 'empty',
      ratio: mine.figure / nothing.figure,
      unit,
      ours: mine,
      bare: nothing,
    });
  }
  bare.stop();
  load.stop();
  return lines;
}

/** All on one transfer: against pgbench of the statement on that row, 16 clients. */
export async function reportOne(context) {
  const { database, product, rounds, seconds } = context;
  const pgbench = findPgbench();
  if (pgbench === null) throw new Error('report-one needs pgbench, which comes with PostgreSQL');
  const { argument, ids, ours } = await setting({ ...context, transfers: 1 });
  const load = startChild('http-load.mjs');
  const script = join(database.folder, 'report-one.sql');
  const one = JSON.stringify({ ...argument, id: ids[0] })
    .replaceAll("'", "''")
    // pgbench takes a word right behind a colon for a variable of its own.
    .replaceAll('":', '": ');
  const statement = `SELECT transfer_report_usage(jsonb_build_array('${one}'::jsonb || jsonb_build_object('usageId', `;
  writeFileSync(script, `\\set u random(1, 9000000000000000)\n${statement}'p' || :u)));\n`);
  const parties = { database: database.postmaster };
  const contenders = {
    ours: {
      run: (round) => loaded(load, { ...ours, connections: 64, ms: seconds * 1_000, run: `one${round}` }),
      parties: { ...parties, server: product.pid, load: load.pid },
    },
    bare: {
      run: async () => {
        const args = [
          '-n',
          '-M',
          'prepared',
          '-c',
          '16',
          '-j',
          '1',
          '-T',
          String(seconds),
          '-f',
          script,
          database.url,
        ];
        const out = execFileSync(pgbench, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
        return Number(/tps = ([\d.]+)/.exec(out)?.[1]);
      },
      parties,
    },
  };
  const { ours: mine, bare } = await compare(contenders, rounds);
  load.stop();
  return [
    {
      bench: 'report-one',
      connections: 64,
      against: 'pgbench',
      ratio: mine.figure / bare.figure,
      unit: 'reports/s',
      ours: mine,
      bare,
    },
  ];
}

async function loaded(load, order) {
  const { perSecond, wrong, sample } = await load.ask(order);
  if (wrong > 0) throw new Error(`${wrong} answers were not what was asked for, as: ${sample}`);
  return perSecond;
}
