/** What we call of Prisma's schema engine. */
export interface SchemaEngine {
  applyMigrations(input: object): Promise<{ appliedMigrationNames: string[] }>;
  diff(input: object): Promise<{ exitCode: number; stdout: string | null }>;
}

export function withSchemaEngine<T>(
  url: string,
  work: (engine: SchemaEngine) => Promise<T>,
  datamodel?: string,
): Promise<T>;
