import { PALETTE } from '@longhand/contract/colours/palette';
import { shortHash } from '@longhand/contract/hash';
import { DEFAULT_LANGUAGE } from '@longhand/contract/language';
import { sizeFromName } from '@longhand/contract/media/image-names';
import type { BlogSize } from '@longhand/contract/posts/post-query';
import { SITE_ICON_NAMES, type SiteIcon } from '@longhand/contract/site/site-icons';
import {
  type SiteInfo,
  type SiteSettings,
  type SiteSettingsInput,
  siteSettingsInput,
  type WordList,
} from '@longhand/contract/site/site-settings';
import { WORD_LANGUAGES } from '@longhand/contract/words/languages';
import type { FastifyBaseLogger } from 'fastify';
import type { Context } from '../context.ts';
import type { Database, Transaction } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { recordEvent } from '../events/record-event.ts';
import { JSON_HEADERS } from '../http/responses.ts';
import {
  changeOwnWords,
  createLabeller,
  listWords,
  ownWordsName,
  parseOwnWords,
} from './own-words.ts';
import { createReadValues, languageIn, ownWordsIn } from './read-values.ts';
import { type Locks, locksOf, refuseSettings } from './setting-values.ts';
import * as repository from './site.repository.ts';
import type { SitePictures } from './site-pictures.ts';

type PlacedPages = SiteInfo['pages'];

type Parts = Pick<Context, 'db' | 'clock' | 'config'> & {
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  readonly pictures: SitePictures;
  /** Only pages in the header or the footer, in their order. */
  readonly listPlacedPages: () => Promise<PlacedPages>;
  readonly posts: {
    readonly readBlogSize: () => Promise<BlogSize>;
    readonly changeSiteLanguage: (trx: Transaction, from: string, to: string) => Promise<void>;
  };
};

function logoOf(path: string | null): SiteInfo['logo'] {
  const size = path === null ? undefined : sizeFromName(path);
  return path !== null && size ? { url: path, ...size } : null;
}

function refuseLocked(input: SiteSettingsInput, locks: Locks): void {
  const problems = Object.entries(locks)
    .filter(([name]) => input[name as keyof Locks] !== undefined)
    .map(([name, variables]): [string, string] => [
      name,
      `is set by ${variables.join(', ')} in the server’s environment and cannot be changed here`,
    ]);
  refuseSettings(problems);
}

type ImportedSettings = Readonly<Record<string, unknown>>;

const { words: _words, ...FIELDS } = siteSettingsInput.shape;

function isField(name: string): name is keyof typeof FIELDS {
  return Object.hasOwn(FIELDS, name);
}

/** Only valid settings for which `isFree` is true: what the owner has set here stays. */
function usableSettings(
  settings: ImportedSettings,
  isFree: (name: string) => boolean,
): SiteSettingsInput {
  const usable = Object.entries(settings).flatMap(([name, value]) => {
    if (!isField(name) || !isFree(name)) return [];
    const parsed = FIELDS[name].safeParse(value);
    return parsed.success ? [[name, parsed.data]] : [];
  });
  return Object.fromEntries(usable);
}

function usableWords(settings: ImportedSettings, isFree: (name: string) => boolean) {
  return WORD_LANGUAGES.flatMap((language) => {
    const name = ownWordsName(language);
    if (!isFree(name) || settings[name] === undefined) return [];
    const words = parseOwnWords(JSON.stringify(settings[name]), language);
    return Object.keys(words).length === 0 ? [] : [{ name, value: JSON.stringify(words) }];
  });
}

type Rows = Awaited<ReturnType<typeof repository.listSettings>>;

function changedNames(before: Rows, after: Rows): string[] {
  const [old, present] = [before, after].map(
    (rows) => new Map(rows.map(({ name, value }) => [name, value])),
  );
  const names = new Set([...before, ...after].map(({ name }) => name));
  return [...names].filter((name) => old?.get(name) !== present?.get(name)).toSorted();
}

export function createSiteService({ db, clock, config, log, pictures, ...others }: Parts) {
  const locks = locksOf(config);
  const warned = new Set<string>();

  function warnOnce(name: string): void {
    if (warned.has(name)) return;
    warned.add(name);
    log.warn(
      `The stored setting ${name} is not valid, so its default is used. Save it again at /admin/settings.`,
    );
  }

  const readValues = createReadValues(db, config, warnOnce);

  async function readSettings(): Promise<SiteSettings> {
    const values = await readValues();
    return {
      ...values,
      accent: values.accent ?? PALETTE.light.accent,
      locked: Object.keys(locks) as SiteSettings['locked'],
      locked_by: locks,
    };
  }

  async function hasIconsOf(path: string, db: Database): Promise<boolean> {
    const stored = await repository.listSettings(db);
    const names = await repository.listIconNames(db);
    return (
      stored.some(({ name, value }) => name === 'icon' && value === JSON.stringify(path)) &&
      SITE_ICON_NAMES.every((name) => names.includes(name))
    );
  }

  /** Undefined if the icons stay as they are. */
  async function makeIcons(path: string | null | undefined) {
    if (path === null) return [];
    if (path === undefined || (await hasIconsOf(path, db))) return undefined;
    return pictures.makeIcons(path);
  }

  /** The words are stored for the language that the site has after this change. */
  async function storeWords(trx: Transaction, { language, words: changes }: SiteSettingsInput) {
    if (changes === undefined) return;
    const rows = await repository.listSettings(trx);
    const tag = language === undefined ? languageIn(rows) : (language ?? DEFAULT_LANGUAGE);
    const { name, words } = changeOwnWords(tag, ownWordsIn(rows, tag), changes);
    if (Object.keys(words).length === 0) await repository.deleteSetting(trx, name);
    else await repository.storeSetting(trx, { name, value: JSON.stringify(words) });
  }

  async function recordChange(trx: Transaction, before: Rows, after: Rows): Promise<void> {
    const detail = changedNames(before, after).join(', ');
    if (detail) await recordEvent(trx, clock, { kind: 'settings.changed', detail });
  }

  /** Saves all settings or, after an error, none. */
  async function save(input: SiteSettingsInput): Promise<SiteSettings> {
    refuseLocked(input, locks);
    if (input.logo) await pictures.requireUpload('logo', input.logo);
    const icons = await makeIcons(input.icon);
    const { words: _, ...settings } = input;
    // The stylesheet's accent has a hand-picked counterpart for the dark theme.
    const accent = input.accent === PALETTE.light.accent ? null : input.accent;
    const isSaved = await inTransaction(db, async (trx) => {
      // Another request may have stored another icon in the meantime.
      if (input.icon && !icons && !(await hasIconsOf(input.icon, trx))) return false;
      const before = await repository.listSettings(trx);
      await storeWords(trx, input);
      for (const [name, value] of Object.entries({ ...settings, accent })) {
        if (value === null) await repository.deleteSetting(trx, name);
        else if (value !== undefined)
          await repository.storeSetting(trx, { name, value: JSON.stringify(value) });
      }
      if (icons) await repository.replaceIcons(trx, icons);
      const after = await repository.listSettings(trx);
      await others.posts.changeSiteLanguage(trx, languageIn(before), languageIn(after));
      await recordChange(trx, before, after);
      return true;
    });
    if (!isSaved) return save(input);
    return readSettings();
  }

  return {
    readValues,
    /** Jobs use this, because requests already warn of settings that cannot be used. */
    readValuesQuietly: createReadValues(db, config, () => {}),
    readSettings,

    async readLanguage() {
      const values = await readValues();
      const headers = { ...JSON_HEADERS, 'content-language': values.language };
      return { language: values.language, headers, label: createLabeller(values) };
    },

    async listWords(): Promise<WordList> {
      const { language, words } = await readValues();
      return listWords(language, words);
    },

    async read(): Promise<SiteInfo> {
      const [values, pages, blog_size] = await Promise.all([
        readValues(),
        others.listPlacedPages(),
        others.posts.readBlogSize(),
      ]);
      return {
        ...values,
        newsletter_open: config.mail !== null,
        icon: values.icon === null ? null : shortHash(values.icon),
        logo: logoOf(values.logo),
        pages,
        blog_size,
      };
    },

    save,

    /** What is set here stays, and only the owner starts counting; returns the names of the settings that could be used. */
    async importSettings(settings: Readonly<Record<string, unknown>>): Promise<string[]> {
      const stored = new Set((await repository.listSettings(db)).map(({ name }) => name));
      const isFree = (name: string) =>
        !stored.has(name) && !(name in locks) && name !== 'statistics';
      const usable = usableSettings(settings, isFree);
      const words = usableWords(settings, isFree);
      if (Object.keys(usable).length > 0) await save(usable);
      await inTransaction(db, async (trx) => {
        const before = await repository.listSettings(trx);
        for (const row of words) await repository.storeSetting(trx, row);
        await recordChange(trx, before, await repository.listSettings(trx));
      });
      return [...Object.keys(usable), ...words.map(({ name }) => name)];
    },

    findIcon: (name: SiteIcon) => repository.findIcon(db, name),
  };
}

export type SiteService = ReturnType<typeof createSiteService>;
