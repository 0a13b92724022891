import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  type SelectionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/**
 * Says so when the root field of a subscription stands under `@skip` or `@include`. With no field left there would be
 * nothing to stream, and GraphQL's own rule of the one root field throws when it meets a variable there: this is judged
 * before it.
 */
export function conditionalStream(schema: GraphQLSchema, document: DocumentNode): GraphQLError | null {
  const root = schema.getSubscriptionType();
  const types = new TypeInfo(schema);
  let conditional: SelectionNode | undefined;
  const judge = (node: SelectionNode): void => {
    // Above a field stands its parent's type, above a fragment the type it was spread in.
    if (root != null && types.getParentType() === root && node.directives?.some(isCondition))
      conditional ??= node;
  };
  visit(document, visitWithTypeInfo(types, { Field: judge, InlineFragment: judge, FragmentSpread: judge }));
  if (conditional === undefined) return null;
  return new GraphQLError('What a subscription streams is asked for without @skip and @include', {
    nodes: conditional,
  });
}

const isCondition = ({ name }: { name: { value: string } }): boolean =>
  name.value === 'skip' || name.value === 'include';
