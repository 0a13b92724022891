/** Rows in columns as wide as their widest cell, two spaces apart; nothing is cut, so that ids can be copied. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => widthOf(line[column] ?? ''))));
  const pad = (cell: string, column: number) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell));
  return lines.map((line) => line.map(pad).join('  ').trimEnd()).join('\n');
}

/** Names and values, one a line, the values below each other; what is null or undefined is left out. */
export function facts(entries: readonly (readonly [string, string | number | null | undefined])[]): string {
  const known = entries.filter(([, value]) => value != null && value !== '');
  const width = Math.max(0, ...known.map(([name]) => widthOf(name)));
  return known
    .map(([name, value]) => `${name}${' '.repeat(width - widthOf(name))}  ${printable(String(value))}`)
    .join('\n');
}

/** Text of others for a terminal: controls and direction marks shown, never obeyed. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, (character) => {
    return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
  });
}

const widthOf = (text: string): number => [...text].length;
