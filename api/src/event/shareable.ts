import {
  type DocumentNode,
  type GraphQLSchema,
  isObjectType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/**
 * Whether a subscription shows the same to everybody who may read the whole organisation: each field it selects is
 * marked `viewerIndependent`, itself or by its type.
 */
export function isShareable(schema: GraphQLSchema, document: DocumentNode): boolean {
  const types = new TypeInfo(schema);
  let shareable = true;
  visit(
    document,
    visitWithTypeInfo(types, {
      Field() {
        const parent = types.getParentType();
        const field = types.getFieldDef();
        if (parent === schema.getSubscriptionType() || field?.name === '__typename') return;
        const own = field?.extensions?.viewerIndependent;
        const byType = isObjectType(parent) && parent.extensions.viewerIndependent === true;
        if (own === false || (own !== true && !byType)) shareable = false;
      },
    }),
  );
  return shareable;
}
