import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getOperationAST,
  isCompositeType,
  isListType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql';
import { PAGE } from '../schema/connection.js';

/** Rows that a list counts for which takes no number: such lists are bounded by what they tell of. */
const LIST = 10;
/** The arguments that say how many rows a field gives. */
const COUNTS = ['first', 'last'] as const;

/** Values of a selection: those that stand there once, and those of its lists, which a page above multiplies. */
interface Values {
  readonly once: number;
  readonly listed: number;
}

/** One operation of a valid document, as it is asked. */
export interface CostedOperation {
  readonly operationName?: string | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
}

/** Costs that no variable moves. */
const constant = new WeakMap<DocumentNode, Map<string | undefined, number>>();

/**
 * How many values the answer could hold: each field counts one, and what stands in a page as often as `first` or
 * `last` says, by a literal, a variable or a default, pages within pages multiplied. Takes the time of reading the text.
 */
export function costOf(schema: GraphQLSchema, document: DocumentNode, asked: CostedOperation): number {
  const known = constant.get(document)?.get(asked.operationName);
  if (known !== undefined) return known;
  const operation = getOperationAST(document, asked.operationName);
  const root = operation && schema.getRootType(operation.operation);
  // Nothing would run.
  if (operation == null || root == null) return 0;
  const sum = new CostSum(schema, document, valuesOf(operation, asked.variables ?? {}));
  const cost = Math.min(total(sum.ofSelections(operation.selectionSet, root), LIST), Number.MAX_SAFE_INTEGER);
  if (!sum.readVariable) {
    constant.set(document, (constant.get(document) ?? new Map()).set(asked.operationName, cost));
  }
  return cost;
}

const total = ({ once, listed }: Values, rows: number): number => once + rows * listed;

function valuesOf(
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: Readonly<Record<string, unknown>>,
): Map<string, unknown> {
  return new Map(
    variableDefinitions.flatMap(({ variable: { name }, defaultValue }) => {
      if (Object.hasOwn(given, name.value)) return [[name.value, given[name.value]]];
      return defaultValue === undefined ? [] : [[name.value, valueFromASTUntyped(defaultValue)]];
    }),
  );
}

class CostSum {
  /** Whether a variable decided about a page. */
  readVariable = false;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #known = new Map<string, Values>();

  constructor(
    private readonly schema: GraphQLSchema,
    document: DocumentNode,
    private readonly values: ReadonlyMap<string, unknown>,
  ) {
    this.#fragments = new Map(
      document.definitions.flatMap((definition) =>
        definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition]] : [],
      ),
    );
  }

  ofSelections({ selections }: SelectionSetNode, parent: GraphQLNamedType): Values {
    let once = 0;
    let listed = 0;
    for (const selection of selections) {
      const cost =
        selection.kind === Kind.FIELD
          ? this.#ofField(selection, parent)
          : selection.kind === Kind.INLINE_FRAGMENT
            ? this.ofSelections(
                selection.selectionSet,
                this.#typeOf(selection.typeCondition?.name.value, parent),
              )
            : this.#ofFragment(selection.name.value, parent);
      once += cost.once;
      listed += cost.listed;
    }
    return { once, listed };
  }

  #ofField(node: FieldNode, parent: GraphQLNamedType): Values {
    const field = 'getFields' in parent ? parent.getFields()[node.name.value] : undefined;
    const type = field && getNamedType(field.type);
    // Leaves, `__typename`, and what asks for the schema itself.
    if (node.selectionSet === undefined || field === undefined || !isCompositeType(type))
      return { once: 1, listed: 0 };
    const inner = this.ofSelections(node.selectionSet, type);
    const rows = 'args' in field ? this.#rowsOf(node, field) : null;
    if (rows !== null) return { once: 1 + rows * total(inner, 1), listed: 0 };
    const value = 1 + total(inner, LIST);
    return isListType(getNullableType(field.type)) ? { once: 0, listed: value } : { once: value, listed: 0 };
  }

  #ofFragment(name: string, parent: GraphQLNamedType): Values {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const fragment = this.#fragments.get(name);
    if (fragment === undefined) return { once: 0, listed: 0 };
    const cost = this.ofSelections(
      fragment.selectionSet,
      this.#typeOf(fragment.typeCondition.name.value, parent),
    );
    this.#known.set(name, cost);
    return cost;
  }

  #typeOf(name: string | undefined, parent: GraphQLNamedType): GraphQLNamedType {
    return (name === undefined ? undefined : this.schema.getType(name)) ?? parent;
  }

  /** Null: the field takes no number. */
  #rowsOf(node: FieldNode, { args }: GraphQLField<unknown, unknown>): number | null {
    const counts = args.filter(({ name }) => COUNTS.some((count) => count === name));
    if (counts.length === 0) return null;
    const said = counts
      .map((argument) => this.#valueOf(node, argument))
      .filter((value) => typeof value === 'number');
    return said.length === 0 ? PAGE : Math.max(0, ...said);
  }

  #valueOf({ arguments: given = [] }: FieldNode, { name, defaultValue }: GraphQLArgument): unknown {
    const value = given.find((argument) => argument.name.value === name)?.value;
    if (value === undefined) return defaultValue;
    if (value.kind !== Kind.VARIABLE) return valueFromASTUntyped(value);
    this.readVariable = true;
    return this.values.has(value.name.value) ? this.values.get(value.name.value) : defaultValue;
  }
}
