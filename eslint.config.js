import graphql from '@graphql-eslint/eslint-plugin';
import tseslint from 'typescript-eslint';

const graphqlFiles = {
  schema: 'api/schema.graphql',
  documents: '{mcp-bridge,runtime,cli}/operations/*.graphql',
};

const schemaRules = {
  ...graphql.configs['flat/schema-recommended'].rules,
  ...graphql.configs['flat/schema-relay'].rules,
  '@graphql-eslint/require-description': [
    'error',
    {
      types: true,
      rootField: true,
      DirectiveDefinition: true,
      EnumValueDefinition: true,
      FieldDefinition: true,
      InputValueDefinition: true,
    },
  ],
  // Short bounded lists are plain lists, and events have an identity but are no Nodes.
  '@graphql-eslint/relay-edge-types': [
    'error',
    { withEdgeSuffix: true, shouldImplementNode: false, listTypeCanWrapOnlyEdgeType: false },
  ],
  // Groups of fields, results and refusals have no identity of their own.
  '@graphql-eslint/strict-id-in-types': 'off',
};

/** Biome formats and lints. Here stands only what needs types, and what judges GraphQL. */
export default tseslint.config(
  { ignores: ['**/node_modules/', '**/dist/', '**/src/gen/', '.cache/', '.data/', 'api/manifests/'] },
  {
    files: ['**/*.ts'],
    plugins: { '@typescript-eslint': tseslint.plugin },
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    files: [graphqlFiles.schema],
    plugins: { '@graphql-eslint': graphql },
    languageOptions: { parser: graphql.parser, parserOptions: { graphQLConfig: graphqlFiles } },
    rules: schemaRules,
  },
  {
    files: [graphqlFiles.documents],
    plugins: { '@graphql-eslint': graphql },
    languageOptions: { parser: graphql.parser, parserOptions: { graphQLConfig: graphqlFiles } },
    rules: graphql.configs['flat/operations-recommended'].rules,
  },
  {
    // An agent's document is named by its tool, in snake_case.
    files: ['mcp-bridge/operations/*.graphql'],
    rules: { '@graphql-eslint/naming-convention': ['error', { VariableDefinition: 'camelCase' }] },
  },
);
