import {
  FIRST_STEPS,
  type FirstStep,
  type FirstSteps,
  type RemovedSamples,
} from '@longhand/contract/account';
import { BUILT_IN_PAGE_IDS } from '@longhand/contract/page-addresses';
import { SITE_DEFAULTS } from '@longhand/contract/site-defaults';
import type { AccountService } from '../auth/account.service.ts';
import { hasBackup } from '../backups/made-backups.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/tables.ts';
import type { PagesService } from '../pages/pages.service.ts';
import type { PostsService } from '../posts/posts.service.ts';
import type { SiteService } from '../site/site.service.ts';
import { dismiss, findSamples, isDismissed } from './first-steps.repository.ts';

type SiteValues = Awaited<ReturnType<SiteService['readValues']>>;

export { rememberSamples } from './first-steps.repository.ts';

type Parts = {
  readonly db: Database;
  readonly config: Config;
  readonly clock: Clock;
  readonly posts: PostsService;
  readonly pages: Pick<PagesService, 'find'>;
  readonly site: Pick<SiteService, 'readValues'>;
  readonly accounts: Pick<AccountService, 'readEditorView'>;
};

const PLACEHOLDERS: ReadonlySet<string> = new Set(SITE_DEFAULTS.links.map(({ url }) => url));

/** Hidden links are not in the list. */
function hasPlaceholder({ contact_email, links }: SiteValues): boolean {
  const hrefs = links.map(({ url }) => URL.parse(url)?.href ?? url);
  return (
    contact_email === SITE_DEFAULTS.contact_email || hrefs.some((href) => PLACEHOLDERS.has(href))
  );
}

/** What a new owner may want to do first; each is done by what the blog has, not by a click. */
export function createFirstSteps(parts: Parts) {
  const { db, config, clock, posts, pages, site, accounts } = parts;

  function isNamed({ site_name }: SiteValues): boolean {
    return config.settingsSet.includes('SITE_NAME') || site_name !== SITE_DEFAULTS.site_name;
  }

  async function isAboutWritten(): Promise<boolean> {
    return !(await pages.find(BUILT_IN_PAGE_IDS.about)).is_default;
  }

  return {
    async read(): Promise<FirstSteps> {
      const samples = await findSamples(db);
      const values = await site.readValues();
      const { hasUntouched, hasOwn } = await posts.compareWritten(samples ?? []);
      const isDone: Record<FirstStep, boolean> = {
        name_site: isNamed(values),
        own_address: !hasPlaceholder(values),
        newsletter: config.mail !== null || !values.newsletter_shown,
        write_about: await isAboutWritten(),
        remove_samples: !hasUntouched,
        choose_view: (await accounts.readEditorView()) !== null,
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
