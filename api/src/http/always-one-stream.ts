import { GraphQLError, type SelectionNode, type ValidationRule } from 'graphql';

/**
 * The root field of a subscription stands under no `@skip` and no `@include`: with none left there would be nothing to
 * stream, and the rule of the one root field does not look at the variables.
 */
export const AlwaysOneStreamRule: ValidationRule = (context) => {
  const judge = (node: SelectionNode): void => {
    const root = context.getSchema().getSubscriptionType();
    const conditional = node.directives?.some(
      ({ name }) => name.value === 'skip' || name.value === 'include',
    );
    if (conditional && root != null && context.getParentType() === root) {
      context.reportError(
        new GraphQLError('What a subscription streams is asked for without @skip and @include', {
          nodes: node,
        }),
      );
    }
  };
  return { Field: judge, InlineFragment: judge, FragmentSpread: judge };
};
