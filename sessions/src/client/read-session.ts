import { readHead } from './head.js';
import type { FoundFile, FoundSession, Home, SessionReading } from './home.js';
import { linesAbout } from './lines-about.js';

/** Reads what a finder found: its files as parts, byte for byte, in their order. */
export async function readSession(home: Home, found: FoundSession): Promise<SessionReading> {
  const [main] = found.files;
  const { version, cwd } = await readHead(home.read(main.from));
  return {
    client: found.client,
    label: found.session,
    version,
    cwd,
    parts: found.files.map((file) => ({
      path: file.part,
      mediaType: file.mediaType,
      bytes: () => contentOf(home, file),
    })),
  };
}

function contentOf(home: Home, { from, only }: FoundFile): AsyncIterable<Uint8Array> {
  return only === undefined ? home.read(from) : linesAbout(home.read(from), only.session);
}
