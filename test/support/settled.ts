import { expect } from 'vitest';
import type { TestDatabase } from './database.js';
import type { Door } from './door.js';

/** Resolves when every committed event has its position and the door's feed has told of it. */
export async function settled({ app }: Door, { pool }: TestDatabase): Promise<void> {
  app.hint();
  await expect
    .poll(async () => {
      const { rows } = await pool.query(
        'SELECT position, (SELECT count(*) FROM event WHERE event.position IS NULL) AS left FROM feed_head',
      );
      return rows[0].left === 0n && rows[0].position === app.services.feed.position;
    })
    .toBe(true);
}
