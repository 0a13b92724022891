import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
