import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { getDatamodel } from '../gen/pothos.js';
import { createReader, type Reader } from './prisma.js';

type Delegate = Record<string, (args?: unknown) => Promise<unknown>>;

const { models } = getDatamodel().datamodel;
const tenantModels = Object.entries(models).filter(([, model]) =>
  model.fields.some((field) => field.name === 'organisationId'),
);
const names = tenantModels.map(([name]) => name);
const owned = { organisationId: 'org_a' };

let db: TestDatabase;
let prisma: Reader;

beforeAll(async () => {
  db = await createTestDatabase();
  await db.pool.query("INSERT INTO organisation (id, slug) VALUES ('org_a', 'a'), ('org_b', 'b')");
  await db.pool.query(`INSERT INTO principal (id, organisation_id, kind, name)
    SELECT 'p_' || right(id, 1), id, 'orchestrator', 'mover' FROM organisation WHERE id IN ('org_a', 'org_b')`);
  prisma = createReader(db.url, { max: 2 });
});
afterAll(async () => {
  await prisma.$disconnect();
  await db.drop();
});

function on(model: string): Delegate {
  const delegates = prisma as unknown as Record<string, Delegate>;
  return delegates[model.charAt(0).toLowerCase() + model.slice(1)] ?? {};
}

describe('the data model', () => {
  test('gives every model but the organisation an organisation', () => {
    expect(Object.keys(models).filter((name) => !names.includes(name))).toEqual(['Organisation']);
  });

  test('leads no relation out of an organisation', () => {
    const leaks = tenantModels.flatMap(([name, model]) =>
      model.fields
        .filter((field) => field.kind === 'object' && (field.relationFromFields?.length ?? 0) > 0)
        .filter((field) => !field.relationFromFields?.includes('organisationId'))
        .map((field) => `${name}.${field.name}`),
    );
    expect(leaks).toEqual([]);
  });

  test.each(names)('of %s is readable as it stands in the database', async (name) => {
    expect(await on(name).findMany?.({ where: owned, take: 1 })).toBeInstanceOf(Array);
  });
});

const without = [undefined, {}, { where: {} }, { where: { organisationId: undefined } }];
const reads = ['findFirst', 'findFirstOrThrow', 'findMany', 'count', 'aggregate', 'groupBy'];
const writes =
  'create createMany createManyAndReturn update updateMany updateManyAndReturn upsert delete deleteMany';

test.each(names)('%s is not read without an organisation', async (name) => {
  for (const operation of reads) {
    for (const args of without) {
      const run = on(name)[operation]?.({ by: ['organisationId'], ...args });
      await expect(run).rejects.toThrow(`${name}.${operation} names no organisation`);
    }
  }
});

test.each(names)('%s is not written', async (name) => {
  for (const operation of writes.split(' ')) {
    const run = on(name)[operation];
    await expect(run?.({ where: owned, data: {} })).rejects.toThrow(`${name}.${operation} is no read`);
  }
});

describe('a query', () => {
  test('by organisation sees its own rows alone', async () => {
    expect(await prisma.principal.findMany({ where: owned, select: { id: true } })).toEqual([{ id: 'p_a' }]);
    expect(await prisma.principal.count({ where: { AND: [{ kind: 'orchestrator' }, owned] } })).toBe(1);
  });

  test('by a compound key that holds the organisation is allowed', async () => {
    const key = (organisationId: string) => ({ where: { organisationId_id: { organisationId, id: 'p_a' } } });
    expect(await prisma.principal.findUnique(key('org_a'))).toMatchObject({ id: 'p_a' });
    expect(await prisma.principal.findUnique(key('org_b'))).toBeNull();
  });

  test('by a unique key is allowed together with the organisation', async () => {
    expect(await prisma.principal.findUnique({ where: { id: 'p_a', organisationId: 'org_b' } })).toBeNull();
    await expect(prisma.principal.findUnique({ where: { id: 'p_a' } })).rejects.toThrow(
      'names no organisation',
    );
  });

  test.each([
    { organisationId: { in: ['org_a', 'org_b'] } },
    { organisationId: { not: 'org_a' } },
    { OR: [owned, { kind: 'orchestrator' }] },
    { NOT: owned },
  ])('that could reach several organisations is refused: %j', async (where) => {
    await expect(prisma.principal.findMany({ where })).rejects.toThrow('names no organisation');
  });

  test('on organisations is by id or slug', async () => {
    expect(
      await prisma.organisation.findUnique({ where: { slug: 'a' }, include: { principals: true } }),
    ).toMatchObject({
      principals: [{ id: 'p_a' }],
    });
    await expect(prisma.organisation.findMany()).rejects.toThrow('names no organisation');
  });

  test('in raw SQL is refused', async () => {
    await expect(prisma.$queryRaw`SELECT 1`).rejects.toThrow('$queryRaw is no read');
    await expect(prisma.$executeRawUnsafe('DELETE FROM principal')).rejects.toThrow(
      '$executeRawUnsafe is no read',
    );
  });

  test('that writes inside a transaction is refused too', async () => {
    await expect(prisma.$transaction((tx) => tx.principal.deleteMany({ where: owned }))).rejects.toThrow(
      'is no read',
    );
    expect(
      (await db.pool.query("SELECT count(*) AS n FROM principal WHERE organisation_id = 'org_a'")).rows,
    ).toEqual([{ n: 1n }]);
  });
});
