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
 * marked by its type: `viewerIndependent` is true, or names the field.
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
        const same = isObjectType(parent) ? parent.extensions.viewerIndependent : undefined;
        if (same !== true && !(Array.isArray(same) && same.includes(field?.name))) shareable = false;
      },
    }),
  );
  return shareable;
}
