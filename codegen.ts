import type { CodegenConfig } from '@graphql-codegen/cli';
import type { ClientPresetConfig } from '@graphql-codegen/client-preset';

const scalars = {
  DateTime: 'string',
  Usd: 'string',
  Sha256: 'string',
  Cursor: 'string',
  ID: 'string',
  JSON: 'unknown',
};

/** One client per package: types, documents, and the manifest of what that client may ask. */
function client(
  folder: string,
  output = `${folder}/src/gen/`,
  borrowed: string[] = [],
): CodegenConfig['generates'] {
  const presetConfig: ClientPresetConfig = {
    fragmentMasking: false,
    persistedDocuments: { mode: 'embedHashInDocument', hashAlgorithm: 'sha256' },
  };
  return {
    [output]: {
      preset: 'client',
      documents: [`${folder}/operations/*.graphql`, ...borrowed],
      presetConfig,
      config: {
        documentMode: 'string',
        scalars,
        strictScalars: true,
        useTypeImports: true,
      },
    },
  };
}

const config: CodegenConfig = {
  schema: 'api/schema.graphql',
  importExtension: '.js',
  ignoreNoDocuments: true,
  generates: {
    // The bridge has documents and no TypeScript yet: only its manifest is taken, from the cache folder.
    ...client('mcp-bridge', '.cache/codegen/mcp-bridge/'),
    ...client('runtime'),
    // The demo also plays the agent, whose credential sends nothing but the agents' documents.
    ...client('cli', 'cli/src/gen/', ['mcp-bridge/operations/*.graphql']),
  },
};

export default config;
