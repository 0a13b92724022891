import { type DocumentNode, type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql';

/** What a document asks by its form alone, its fragments counted wherever they are spread. */
export interface Shape {
  /** Fields that stand in one another; those of introspection are judged by a rule of their own. */
  readonly depth: number;
  readonly aliases: number;
  readonly directives: number;
}

const NOTHING: Shape = { depth: 0, aliases: 0, directives: 0 };

const together = (a: Shape, b: Shape): Shape => ({
  depth: Math.max(a.depth, b.depth),
  aliases: a.aliases + b.aliases,
  directives: a.directives + b.directives,
});

/**
 * Measures every operation of a document that nobody has validated yet. Each fragment is measured once, so the time
 * is that of reading the text, whatever it would grow to.
 */
export function shapeOf(document: DocumentNode): Shape {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const measured = new Map<string, Shape>();

  const ofFragment = (name: string): Shape => {
    const known = measured.get(name);
    if (known !== undefined) return known;
    // What a fragment spreads of itself counts for nothing: the rules refuse a cycle, and an unknown name.
    measured.set(name, NOTHING);
    const fragment = fragments.get(name);
    const shape = fragment === undefined ? NOTHING : ofDefinition(fragment);
    measured.set(name, shape);
    return shape;
  };

  const ofDefinition = ({ typeCondition, selectionSet, directives }: FragmentDefinitionNode): Shape => {
    const shape = withDirectives(ofSelections(selectionSet), directives);
    return typeCondition.name.value.startsWith('__') ? { ...shape, depth: 0 } : shape;
  };

  const ofSelections = (set: SelectionSetNode | undefined): Shape =>
    (set?.selections ?? []).map(ofSelection).reduce(together, NOTHING);

  const ofSelection = (selection: SelectionSetNode['selections'][number]): Shape => {
    if (selection.kind === Kind.FRAGMENT_SPREAD)
      return withDirectives(ofFragment(selection.name.value), selection.directives);
    const inner = withDirectives(ofSelections(selection.selectionSet), selection.directives);
    if (selection.kind === Kind.INLINE_FRAGMENT) return inner;
    const introspects = selection.name.value === '__schema' || selection.name.value === '__type';
    return {
      ...inner,
      depth: introspects ? 1 : inner.depth + 1,
      aliases: inner.aliases + (selection.alias === undefined ? 0 : 1),
    };
  };

  return document.definitions
    .map((definition) => {
      if (definition.kind === Kind.FRAGMENT_DEFINITION) return ofFragment(definition.name.value);
      if (definition.kind !== Kind.OPERATION_DEFINITION) return NOTHING;
      const variables = (definition.variableDefinitions ?? []).reduce(
        (sum, { directives }) => withDirectives(sum, directives),
        NOTHING,
      );
      return together(
        variables,
        withDirectives(ofSelections(definition.selectionSet), definition.directives),
      );
    })
    .reduce(
      (most, one) => ({
        depth: Math.max(most.depth, one.depth),
        aliases: Math.max(most.aliases, one.aliases),
        directives: Math.max(most.directives, one.directives),
      }),
      NOTHING,
    );
}

const withDirectives = (shape: Shape, directives: readonly unknown[] | undefined): Shape => ({
  ...shape,
  directives: shape.directives + (directives?.length ?? 0),
});
