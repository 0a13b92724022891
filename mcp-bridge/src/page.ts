/** What one answer may take of a model's room. */
const PAGE_BYTES = 24 * 1024;

/** As many rows as fit, and one at least; how many of this page are left for the next. */
export function fitting<Row extends { readonly node: unknown }>(
  rows: readonly Row[],
  most = PAGE_BYTES,
): { shown: readonly Row[]; left: number } {
  let bytes = 0;
  const end = rows.findIndex(({ node }, index) => {
    bytes += Buffer.byteLength(JSON.stringify(node));
    return index > 0 && bytes > most;
  });
  const shown = end === -1 ? rows : rows.slice(0, end);
  return { shown, left: rows.length - shown.length };
}
