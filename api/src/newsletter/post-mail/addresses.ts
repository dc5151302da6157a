import { isUploadPath, UPLOADS_PATH } from '@longhand/contract/image-names';
import { LINK_SCHEMES } from '@longhand/contract/link-schemes';
import { mailPicturePath } from '@longhand/contract/mail-pictures';
import { documentPath } from '../../documents/document-path.ts';
import type { MailSite } from './mail-site.ts';

export type Addresses = {
  /** Of the post. */
  readonly page: string;
  /** Undefined for what is no address, or cannot be opened from a mail. */
  readonly link: (address: unknown) => string | undefined;
  readonly picture: (address: unknown) => string | undefined;
};

const WEB_SCHEMES = ['http', 'https'];

function absolute(address: string, base: string, schemes: readonly string[]): string | undefined {
  const url = URL.parse(address, base);
  return url && schemes.includes(url.protocol.slice(0, -1)) ? url.href : undefined;
}

/** The path of an upload of this site, whatever it was written as. */
function uploadPath(address: string, { url, uploadsUrl }: MailSite): string | undefined {
  const hosts = [`${url}/`, `${uploadsUrl}/`, '/', ''];
  return hosts
    .filter((host) => address.startsWith(host))
    .map((host) => `/${address.slice(host.length)}`)
    .find(isUploadPath);
}

/** Makes addresses of a post absolute: in a mail there is no page that others are relative to. */
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
