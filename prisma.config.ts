/**
 * For those who run Prisma's own commands, like `prisma migrate deploy`, on the folder that the server applies by
 * itself. The server does not read it.
 */
export default {
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? 'postgresql://localhost:5432/baton' },
};
