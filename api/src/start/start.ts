import { createAuthService } from '../auth/auth.service.ts';
import { generatePassword } from '../auth/passwords.ts';
import { type Clock, systemClock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { claimSetting, setSetting } from '../database/settings.repository.ts';
import type { Database } from '../database/tables.ts';
import { openFileStore } from '../files/open-store.ts';
import { rememberSamples } from '../first-steps/first-steps.service.ts';
import { createImageStore, refuseUnmovedUploads } from '../images/image-store.ts';
import { endRetryPauses } from '../jobs/jobs.repository.ts';
import { renderOutdatedPages } from '../pages/page-renderer.ts';
import { createPostsService } from '../posts/posts.service.ts';
import { fillSearchTexts } from '../posts/search/private-search.service.ts';
import type { WrittenPost } from '../posts/untouched-posts.service.ts';
import { renderInThisThread } from '../rendering/render.ts';
import { createReadValues } from '../site/read-values.ts';
import { SOFTWARE_VERSION } from '../software-version.ts';
import { writeSamplePosts } from './sample-posts.ts';
import { raiseRevisionIfChanged } from './shown-settings.repository.ts';

/** Returns the password if one was generated: only its hash is stored. */
async function preparePassword(config: Config, db: Database, clock: Clock) {
  const auth = createAuthService(db, clock);
  const { password } = config.admin;
  if (!(await auth.hasPassword())) {
    const first = password ?? generatePassword();
    // Only one of several processes that start together wins, and shows the password that it has generated.
    if (await auth.setFirstPassword(first)) return password === undefined ? first : undefined;
  }
  if (password !== undefined && !(await auth.isPassword(password)))
    await auth.setPassword(password);
  return undefined;
}

/** Runs before the server listens. The very first start also writes the sample posts. */
export async function prepareStart(
  config: Config,
  db: Database,
  clock: Clock = systemClock,
): Promise<{ generatedPassword: string | undefined }> {
  const readSite = createReadValues(db, config, () => {});
  const readLanguage = async () => (await readSite()).language;
  const posts = createPostsService(db, clock, renderInThisThread, readLanguage);
  const files = openFileStore(config);
  await files.prepare();
  await refuseUnmovedUploads(config.dataDir, files);
  const isFirst = await claimSetting(db, 'first_start_at', clock().toISOString());
  if (isFirst) {
    const remember = (samples: readonly WrittenPost[]) => rememberSamples(db, samples);
    await remember([]);
    // A blog that had an import before its first start is not empty.
    const { hasOwn } = await posts.compareWritten([]);
    if (config.demoContent && !hasOwn)
      await writeSamplePosts(posts, createImageStore(files), clock, remember);
  }
  await setSetting(db, 'software_version', SOFTWARE_VERSION);
  await raiseRevisionIfChanged(db, config);
  await endRetryPauses(db);
  await posts.renderOutdated();
  await renderOutdatedPages(db, renderInThisThread);
  await fillSearchTexts(db, renderInThisThread);
  return { generatedPassword: await preparePassword(config, db, clock) };
}
