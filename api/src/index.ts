import { printSchema } from 'graphql';
import { schema } from './schema/index.js';

export { type App, type AppOptions, createApp } from './app.js';
export type { MoveRunner, Services } from './context.js';
export { type Layers, realLayers } from './layers.js';
export { printDiagrams } from './lifecycle/diagram.js';

/** The schema as SDL, descriptions included: what clients are generated from. */
export const printSchemaSDL = (): string => printSchema(schema);
