export { type App, type AppOptions, createApp } from './app.js';
export type { MoveRunner, Services } from './context.js';
export { type Layers, realLayers } from './layers.js';
export { printDiagrams } from './lifecycle/diagram.js';
export { printSchemaSDL } from './schema/index.js';
