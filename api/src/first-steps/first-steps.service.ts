import {
  FIRST_STEPS,
  type FirstStep,
  type FirstSteps,
  type RemovedSamples,
} from '@longhand/contract/account';
import { BUILT_IN_PAGE_IDS } from '@longhand/contract/page-addresses';
import { SITE_DEFAULTS } from '@longhand/contract/site-defaults';
import { hasBackup } from '../backups/made-backups.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/tables.ts';
import type { PagesService } from '../pages/pages.service.ts';
import type { PostsService } from '../posts/posts.service.ts';
import type { SiteService } from '../site/site.service.ts';
import { dismiss, findSamples, isDismissed } from './first-steps.repository.ts';

export { rememberSamples } from './first-steps.repository.ts';

type Parts = {
  readonly db: Database;
  readonly config: Config;
  readonly clock: Clock;
  readonly posts: PostsService;
  readonly pages: Pick<PagesService, 'find'>;
  readonly site: Pick<SiteService, 'readValues'>;
};

/** What a new owner may want to do first; each is done by what the blog has, not by a click. */
export function createFirstSteps({ db, config, clock, posts, pages, site }: Parts) {
  async function isNamed(): Promise<boolean> {
    if (config.settingsSet.includes('SITE_NAME')) return true;
    return (await site.readValues()).site_name !== SITE_DEFAULTS.site_name;
  }

  async function isAboutWritten(): Promise<boolean> {
    return !(await pages.find(BUILT_IN_PAGE_IDS.about)).is_default;
  }

  return {
    async read(): Promise<FirstSteps> {
      const samples = await findSamples(db);
      const { hasUntouched, hasOwn } = await posts.compareWritten(samples ?? []);
      const isDone: Record<FirstStep, boolean> = {
        name_site: await isNamed(),
        write_about: await isAboutWritten(),
        remove_samples: !hasUntouched,
        write_post: hasOwn,
        make_backups: config.backups.everyMs !== undefined || (await hasBackup(db, config.dataDir)),
      };
      return {
        steps: FIRST_STEPS.map((name) => ({ name, done: isDone[name] })),
        // An earlier version started this blog: its owner has found the way.
        dismissed: samples === undefined || (await isDismissed(db)),
      };
    },

    dismiss: () => dismiss(db, clock().toISOString()),

    /** Those that the owner has changed are kept. */
    async removeSamples(): Promise<RemovedSamples> {
      return posts.deleteUntouched((await findSamples(db)) ?? []);
    },
  };
}

export type FirstStepsService = ReturnType<typeof createFirstSteps>;
