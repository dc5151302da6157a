import { createAuthService } from '../auth/auth.service.ts';
import { generatePassword } from '../auth/passwords.ts';
import { type Clock, systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/tables.ts';
import { createPostsService } from '../posts/posts.service.ts';
import { SAMPLE_POSTS } from './sample-posts.ts';

const FIRST_START = 'first_start_at';

/** Returns a password that was made up here, the only time that it can be read. */
async function preparePassword(config: Config, db: Database, clock: Clock) {
  const auth = createAuthService(db, clock);
  const { password } = config.admin;
  if (password !== undefined) {
    if (!(await auth.isPassword(password))) await auth.setPassword(password);
    return undefined;
  }
  if (await auth.hasPassword()) return undefined;
  const generated = generatePassword();
  await auth.setPassword(generated);
  return generated;
}

async function isFirstStart(db: Database, clock: Clock): Promise<boolean> {
  const inserted = await db
    .insertInto('settings')
    .values({ name: FIRST_START, value: clock().toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .executeTakeFirst();
  return inserted !== undefined;
}

async function writeSamplePosts(db: Database, clock: Clock): Promise<void> {
  const posts = createPostsService(db, clock);
  for (const { daysAgo, ...input } of SAMPLE_POSTS) {
    await posts.create(input, new Date(clock().getTime() - daysAgo * 86_400_000));
  }
}

/** What a start does before it serves: a password, sample posts, and posts rendered anew. */
export async function prepareStart(
  config: Config,
  db: Database,
  clock: Clock = systemClock,
): Promise<{ generatedPassword: string | undefined }> {
  if ((await isFirstStart(db, clock)) && config.demoContent) await writeSamplePosts(db, clock);
  await createPostsService(db, clock).renderOutdated();
  return { generatedPassword: await preparePassword(config, db, clock) };
}
