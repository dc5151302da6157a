import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { eachDialect, type TestDatabase } from '../../../test-support/dialects.ts';
import { countRows } from '../backups/copy-rows.ts';
import { readConfig } from '../config/config.ts';
import { DEFAULT_VALUES } from '../site/setting-values.ts';
import { MAX_NAMES, MAX_POST_SOURCES, MAX_VISITS_OF_NETWORK } from './account.ts';
import { createViewCounter, MAX_BATCH, MAX_HELD } from './views.service.ts';

const BEACONS = 100_000;
const POSTS = Array.from({ length: 100 }, (_, n) => ({
  id: `post-${n}`,
  slug: `post-${n}`,
  title: `Post ${n}`,
}));

async function startCounter(open: () => Promise<TestDatabase>) {
  const { db, dataDir, remove } = await open();
  onTestFinished(async () => {
    await db.destroy();
    await remove();
  });
  const counter = createViewCounter({
    ...{ db, clock: () => new Date('2026-01-01T12:00:00Z') },
    config: readConfig({ DATA_DIR: dataDir }),
    log: pino({ enabled: false }) as FastifyBaseLogger,
    cache: { revision: 1 },
    posts: { listPublic: async () => ({ posts: POSTS, tags: [], years: [] }) },
    pages: { listPublic: async () => [] },
    site: { readValuesQuietly: async () => ({ ...DEFAULT_VALUES, statistics: true }) },
  });
  return { db, counter };
}

const random = () => randomBytes(6).toString('hex');
const pick = (n: number) => POSTS[n % POSTS.length]?.slug;

function forged(n: number) {
  return {
    path: n % 2 === 0 ? `/blog/${random()}` : `/blog/${pick(n)}`,
    referrer: `https://${random()}.example/${random()}`,
    end: null,
  };
}

const headersOf = () => ({
  'user-agent': `Mozilla/5.0 (X11; Linux) ${random()}`,
  'accept-language': random().replace(/\d/g, 'x').slice(0, 3),
});

eachDialect((open) => {
  test('100,000 forged beacons from one network make few rows', async () => {
    const { db, counter } = await startCounter(open);
    for (let n = 0; n < BEACONS; n += 1) {
      await counter.count(forged(n), { address: '192.0.2.7', headers: headersOf() });
      if (n % 10_000 === 0) await counter.close();
    }
    await counter.close();
    expect(await countRows(db, 'visits')).toBe(MAX_VISITS_OF_NETWORK);
    expect(await countRows(db, 'view_days')).toBeLessThanOrEqual(POSTS.length + 1);
    const names = MAX_NAMES.referrer + MAX_NAMES.language + 2;
    expect(await countRows(db, 'view_sources')).toBeLessThanOrEqual(
      names + MAX_POST_SOURCES + 2 * POSTS.length,
    );
  });

  test('what comes faster than it is written, from many addresses, is held up to a limit', async () => {
    const { db, counter } = await startCounter(open);
    for (let n = 0; n < BEACONS; n += 1)
      await counter.count(forged(n), {
        address: `10.${n % 200}.${Math.floor(n / 200) % 200}.1`,
        headers: headersOf(),
      });
    await counter.close();
    const { views } = await db
      .selectFrom('view_days')
      .select('views')
      .where('post_id', '=', '')
      .executeTakeFirstOrThrow();
    expect(views).toBe(MAX_HELD);
    // Other requests are answered between the transactions.
    const { number } = await db
      .selectFrom('view_batches')
      .select('number')
      .executeTakeFirstOrThrow();
    expect(Number(number)).toBe(MAX_HELD / MAX_BATCH);
    expect(await countRows(db, 'visits')).toBeLessThanOrEqual(2 * MAX_HELD);
  });
});
