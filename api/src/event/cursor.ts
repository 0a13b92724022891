/**
 * A place in the feed: `<feed>.<position>`. The feed's id travels with the database through dump and restore, so a
 * cursor stays good there, and one of another feed is told apart.
 */
export interface FeedCursor {
  readonly feed: string;
  readonly position: bigint;
}

const FORM = /^([0-9a-f]{12})\.(0|[1-9]\d{0,17})$/;

export const formatCursor = ({ feed, position }: FeedCursor): string => `${feed}.${position}`;

/** Null when the text is no cursor at all. */
export function parseCursor(text: string): FeedCursor | null {
  const match = FORM.exec(text);
  return match === null ? null : { feed: match[1] as string, position: BigInt(match[2] as string) };
}
