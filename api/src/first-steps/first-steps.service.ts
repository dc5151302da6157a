import {
  FIRST_STEPS,
  type FirstStep,
  type FirstSteps,
  type RemovedSamples,
} from '@longhand/contract/account';
import { BUILT_IN_PAGE_IDS } from '@longhand/contract/pages/page-addresses';
import { SITE_DEFAULTS } from '@longhand/contract/site/site-defaults';
import type { AccountService } from '../auth/account.service.ts';
import { hasBackup } from '../backups/backups.service.ts';
import type { Context } from '../context.ts';
import { claimSetting, findSetting, setSetting } from '../database/settings.repository.ts';
import type { Database } from '../database/tables.ts';
import type { PagesService } from '../pages/pages.service.ts';
import type { PostsService } from '../posts/posts.service.ts';
import type { SiteService } from '../site/site.service.ts';

type SiteValues = Awaited<ReturnType<SiteService['readValues']>>;

type Parts = Pick<Context, 'db' | 'clock' | 'config'> & {
  readonly posts: PostsService;
  readonly pages: Pick<PagesService, 'find'>;
  readonly site: Pick<SiteService, 'readValues'>;
  readonly accounts: Pick<AccountService, 'readEditorView'>;
};

/** `version` is the one that the first start wrote. */
type Sample = { readonly id: string; readonly version: number };

const SAMPLES = 'sample_posts';
const DISMISSED = 'first_steps_dismissed_at';

/** The first start calls it even without samples. */
export function rememberSamples(db: Database, samples: readonly Sample[]): Promise<void> {
  return setSetting(db, SAMPLES, JSON.stringify(samples));
}

/** Undefined in a blog that an earlier version started. */
async function findSamples(db: Database): Promise<readonly Sample[] | undefined> {
  const stored = await findSetting(db, SAMPLES);
  return stored === undefined ? undefined : JSON.parse(stored);
}

const PLACEHOLDERS: ReadonlySet<string> = new Set(SITE_DEFAULTS.links.map(({ url }) => url));

/** Hidden links are not in the list. */
function hasPlaceholder({ contact_email, links }: SiteValues): boolean {
  const hrefs = links.map(({ url }) => URL.parse(url)?.href ?? url);
  return (
    contact_email === SITE_DEFAULTS.contact_email || hrefs.some((href) => PLACEHOLDERS.has(href))
  );
}

/** A step is done when the blog has what it asks for, not by a click. */
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
        statistics: values.statistics,
      };
      return {
        steps: FIRST_STEPS.map((name) => ({ name, done: isDone[name] })),
        // An earlier version started this blog, so its owner needs no first steps.
        dismissed: samples === undefined || (await findSetting(db, DISMISSED)) !== undefined,
      };
    },

    async dismiss(): Promise<void> {
      await claimSetting(db, DISMISSED, clock().toISOString());
    },

    /** Samples that the owner has changed are kept. */
    async removeSamples(): Promise<RemovedSamples> {
      return posts.deleteUntouched((await findSamples(db)) ?? []);
    },
  };
}

export type FirstStepsService = ReturnType<typeof createFirstSteps>;
