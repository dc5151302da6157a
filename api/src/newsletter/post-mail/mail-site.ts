import { directionOf } from '@longhand/contract/language';
import { LINK_SCHEMES } from '@longhand/contract/limits';
import { isUploadPath, UPLOADS_PATH } from '@longhand/contract/media/image-names';
import { mailPicturePath } from '@longhand/contract/newsletter/mail-pictures';
import type { Words } from '@longhand/contract/words';
import { wordsOf } from '@longhand/contract/words/catalogue';
import { wordLanguageOf } from '@longhand/contract/words/languages';
import type { Config } from '../../config/config.ts';
import { documentPath } from '../../documents/document-kinds.ts';
import type { SiteService } from '../../site/site.service.ts';

export type Addresses = {
  readonly page: string;
  /** Undefined if it is no address, or cannot be opened from a mail. */
  readonly link: (address: unknown) => string | undefined;
  readonly picture: (address: unknown) => string | undefined;
};

const WEB_SCHEMES = ['http', 'https'];

function absolute(address: string, base: string, schemes: readonly string[]): string | undefined {
  const url = URL.parse(address, base);
  return url && schemes.includes(url.protocol.slice(0, -1)) ? url.href : undefined;
}

function uploadPath(address: string, { url, uploadsUrl }: MailSite): string | undefined {
  const hosts = [`${url}/`, `${uploadsUrl}/`, '/', ''];
  return hosts
    .filter((host) => address.startsWith(host))
    .map((host) => `/${address.slice(host.length)}`)
    .find(isUploadPath);
}

/** Makes addresses of a post absolute: a mail has no page that they could be relative to. */
export function createAddresses(slug: string, site: MailSite): Addresses {
  const page = site.url + documentPath('post', slug);
  const baseOf = (address: string) =>
    address.startsWith(UPLOADS_PATH) ? `${site.uploadsUrl}/` : page;
  return {
    page,
    link: (address) =>
      typeof address === 'string' ? absolute(address, baseOf(address), LINK_SCHEMES) : undefined,
    picture(address) {
      if (typeof address !== 'string') return undefined;
      const upload = uploadPath(address, site);
      if (upload !== undefined) return site.uploadsUrl + mailPicturePath(upload);
      return absolute(address, baseOf(address), WEB_SCHEMES);
    },
  };
}

type SiteValues = Pick<
  Awaited<ReturnType<SiteService['readValues']>>,
  'site_name' | 'language' | 'time_zone' | 'accent' | 'words'
>;

export type MailSite = SiteValues & {
  /** Has no slash at the end. */
  readonly url: string;
  /** Pictures have their own host if the API does. */
  readonly uploadsUrl: string;
};

export function mailSiteOf(
  { site, apiPublicUrl }: Pick<Config, 'site' | 'apiPublicUrl'>,
  values: SiteValues,
): MailSite {
  return { ...values, url: site.url, uploadsUrl: apiPublicUrl ?? site.url };
}

/** `lang` and `dir` are for elements with these words, which can be in another language than the site. */
export function wordsOfMail({ language, words }: MailSite): {
  readonly words: Words;
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
} {
  const lang = wordLanguageOf(language);
  return { words: wordsOf(language, words), lang, dir: directionOf(lang) };
}
