const LONGEST = 200;

/**
 * The folder in which Claude Code keeps the sessions of a working directory, which must be its real path: a client that
 * was started elsewhere does not find them. Over 200 characters a hash of the path takes the place of the rest.
 */
export function projectFolder(realCwd: string): string {
  const path = realCwd.normalize('NFC');
  const folder = path.replace(/[^a-zA-Z0-9]/g, '-');
  if (folder.length <= LONGEST) return folder;
  let hash = 0;
  for (let at = 0; at < path.length; at++) hash = (hash * 31 + path.charCodeAt(at)) | 0;
  return `${folder.slice(0, LONGEST)}-${Math.abs(hash).toString(36)}`;
}
