import { costLimitPlugin } from '@escape.tech/graphql-armor-cost-limit';
import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthPlugin } from '@escape.tech/graphql-armor-max-depth';
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens';
import type { Plugin } from 'graphql-yoga';

/** How much one document may ask, judged before any resolver runs. Above what our own documents need. */
const DOCUMENT_LIMITS = { depth: 12, aliases: 30, tokens: 2_000, cost: 10_000 };

export function limitPlugins(): Plugin[] {
  const { depth, aliases, tokens, cost } = DOCUMENT_LIMITS;
  return [
    maxTokensPlugin({ n: tokens }),
    maxDepthPlugin({ n: depth, flattenFragments: true }),
    // Empty: by default any number of aliases of `__typename` passes.
    maxAliasesPlugin({ n: aliases, allowList: [] }),
    costLimitPlugin({ maxCost: cost, flattenFragments: true }),
  ] as Plugin[];
}
