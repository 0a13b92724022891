import { type DocumentNode, getOperationAST, Kind } from 'graphql';

interface Asked {
  readonly document: DocumentNode;
  readonly operationName?: string | undefined;
  readonly variables?: Record<string, unknown> | undefined;
}

/** The cursor a subscription asks to resume after, and the variable it stands in; null where there is none. */
export function afterOf({ document, operationName, variables }: Asked): {
  value: string | null;
  variable: string | null;
} {
  const field = getOperationAST(document, operationName)?.selectionSet.selections[0];
  const argument =
    field?.kind === Kind.FIELD ? field.arguments?.find(({ name }) => name.value === 'after') : undefined;
  switch (argument?.value.kind) {
    case Kind.VARIABLE: {
      const variable = argument.value.name.value;
      return { value: (variables?.[variable] as string | null | undefined) ?? null, variable };
    }
    case Kind.STRING:
      return { value: argument.value.value, variable: null };
    default:
      return { value: null, variable: null };
  }
}
