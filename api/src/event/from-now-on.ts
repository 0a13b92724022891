import {
  type DocumentNode,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  separateOperations,
  TypeInfo,
  type ValueNode,
  visit,
  visitWithTypeInfo,
} from 'graphql';

interface Asked {
  readonly document: DocumentNode;
  readonly operationName?: string | undefined;
  readonly variables?: Record<string, unknown> | undefined;
}

/**
 * A subscription parted into the cursor it resumes behind (null: none) and the same subscription from now on, which
 * those who resume from different places have in common. Wherever its root field stands, also within fragments.
 */
export function fromNowOn(
  schema: GraphQLSchema,
  { document, operationName, variables = {} }: Asked,
): { after: string | null; document: DocumentNode; variables: Record<string, unknown> } {
  const operation = getOperationAST(document, operationName);
  const own = separateOperations(document)[operation?.name?.value ?? ''] ?? document;
  let given: ValueNode | undefined;
  const types = new TypeInfo(schema);
  const bare = visit(
    own,
    visitWithTypeInfo(types, {
      Field(field) {
        const argument = field.arguments?.find(({ name }) => name.value === 'after');
        if (argument === undefined || types.getParentType() !== schema.getSubscriptionType())
          return undefined;
        given = argument.value;
        return { ...field, arguments: field.arguments?.filter((one) => one !== argument) ?? [] };
      },
    }),
  );
  const used = new Set<string>();
  visit(bare, { VariableDefinition: () => false, Variable: ({ name }) => void used.add(name.value) });
  return {
    after: cursorIn(given, variables, operation),
    document: visit(bare, {
      VariableDefinition: ({ variable }) => (used.has(variable.name.value) ? undefined : null),
    }),
    variables: Object.fromEntries(Object.entries(variables).filter(([name]) => used.has(name))),
  };
}

/** What the argument comes to, as the executor will read it. */
function cursorIn(
  value: ValueNode | undefined,
  variables: Record<string, unknown>,
  operation: ReturnType<typeof getOperationAST>,
): string | null {
  if (value?.kind === Kind.STRING) return value.value;
  if (value?.kind !== Kind.VARIABLE) return null;
  const name = value.name.value;
  if (Object.hasOwn(variables, name)) return (variables[name] as string | null | undefined) ?? null;
  const definition = operation?.variableDefinitions?.find(({ variable }) => variable.name.value === name);
  return definition?.defaultValue?.kind === Kind.STRING ? definition.defaultValue.value : null;
}
