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
  documents = [`${folder}/operations/*.graphql`],
): CodegenConfig['generates'] {
  const presetConfig: ClientPresetConfig = {
    fragmentMasking: false,
    persistedDocuments: { mode: 'embedHashInDocument', hashAlgorithm: 'sha256' },
  };
  return {
    [output]: {
      preset: 'client',
      documents,
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
    ...client('mcp-bridge'),
    // Metering is no agent's: what an orchestrator's bridge sends beside is in no manifest.
    ...client('mcp-bridge', 'mcp-bridge/src/gen/metering/', ['mcp-bridge/operations/metering/*.graphql']),
    ...client('runtime'),
    // The demo also plays the agent, whose credential sends nothing but the agents' documents.
    ...client('cli', 'cli/src/gen/', ['cli/operations/*.graphql', 'mcp-bridge/operations/*.graphql']),
  },
};

export default config;
