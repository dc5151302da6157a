import { directionOf } from '@longhand/contract/language';
import type { Words } from '@longhand/contract/words';
import { wordsOf } from '@longhand/contract/words/catalogue';
import { wordLanguageOf } from '@longhand/contract/words/languages';
import type { Config } from '../../config.ts';
import type { SiteService } from '../../site/site.service.ts';

type SiteValues = Pick<
  Awaited<ReturnType<SiteService['readValues']>>,
  'site_name' | 'language' | 'time_zone' | 'accent' | 'words'
>;

/** What mails say of the site. */
export type MailSite = SiteValues & {
  /** Without a slash at the end. */
  readonly url: string;
  /** The host of pictures: the API can have its own. */
  readonly uploadsUrl: string;
};

export function mailSiteOf(
  { site, apiPublicUrl }: Pick<Config, 'site' | 'apiPublicUrl'>,
  { site_name, language, time_zone, accent, words }: SiteValues,
): MailSite {
  return {
    ...{ site_name, language, time_zone, accent, words },
    url: site.url,
    uploadsUrl: apiPublicUrl ?? site.url,
  };
}

/** With the attributes of elements that they stand in: they can be in another language than the site. */
export function wordsOfMail({ language, words }: MailSite): {
  readonly words: Words;
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
} {
  const lang = wordLanguageOf(language);
  return { words: wordsOf(language, words), lang, dir: directionOf(lang) };
}
