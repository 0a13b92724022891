const PATH = /^(?:\/(?:[^/\s:]+\/)*[^/\s:]+\/?|[A-Za-z]:\\[^\s]*)$/;
const IN_TEXT = /(?<![\w.~/\\:-])\/(?:home|Users|root|tmp|var|opt|etc|srv|mnt|usr)\/[\w.@+-]+/g;
/** Longer strings are content, in which a path proves nothing; base64 has slashes too. */
const LONGEST = 4096;

/**
 * Where the absolute paths of a text lead, by their first folder (`/home/x`, `/tmp`, `C:`): a session that speaks of
 * them may look for them at its destination.
 */
export function pathRoots(text: string): string[] {
  if (text.length < 2 || text.length > LONGEST) return [];
  if (PATH.test(text)) {
    const root = rootOf(text);
    return root === null ? [] : [root];
  }
  return text.includes('/') ? (text.match(IN_TEXT) ?? []).flatMap((path) => rootOf(path) ?? []) : [];
}

function rootOf(path: string): string | null {
  if (!path.startsWith('/')) return path.slice(0, 2);
  const [, first = '', second = ''] = path.split('/');
  // A single segment is more often a word with a slash before it, such as a command.
  if (second === '') return null;
  return first === 'home' || first === 'Users' ? `/${first}/${second}` : `/${first}`;
}
