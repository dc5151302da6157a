import { buildApi } from '@longhand/api/app';
import { readConfig } from '@longhand/api/config';
import { openDatabase } from '@longhand/api/database';
import { prepareStart } from '@longhand/api/start';
import { sql } from 'kysely';
import pino from 'pino';
import { ADMIN_PASSWORD } from '../test-support/site.ts';
import { writePost } from '../test-support/texts.ts';

export const LETTERS = 5_000;

export type Seeded = { n: number; id: string; slug: string; published: boolean };

/** By the API, as real posts are written. */
export async function seed(folder: string, from: number, to: number): Promise<Seeded[]> {
  const config = readConfig({
    DATA_DIR: folder,
    ADMIN_PASSWORD,
    DEMO_CONTENT: 'false',
    WRITES_PER_MINUTE: '9999999',
  });
  const db = await openDatabase({ dataDir: folder });
  await prepareStart(config, db);
  const app = await buildApi({ config, db, logger: pino({ level: 'silent' }) });
  const login = await app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { username: 'admin', password: ADMIN_PASSWORD },
  });
  const headers = { authorization: `Bearer ${login.json().access_token}` };
  // Faster, and the data need not be durable.
  await sql`pragma synchronous = off`.execute(db);
  const seeded: Seeded[] = [];
  for (let n = from; n < to; n += 1) {
    const payload = writePost(n, LETTERS);
    const response = await app.inject({
      method: 'POST',
      url: '/api/admin/posts',
      headers,
      payload,
    });
    if (response.statusCode !== 201) throw new Error(response.body);
    const { id, slug, published } = response.json();
    seeded.push({ n, id, slug, published });
  }
  await app.close();
  return seeded;
}
