import type { SiteIcon } from '@longhand/contract/site/site-icons';
import type { Site } from './site.ts';

/** Another address for each icon of the owner's: browsers keep icons for long. */
export function iconPath(name: SiteIcon, site: Pick<Site, 'icon'>): string {
  return site.icon === null ? `/${name}` : `/${name}?v=${encodeURIComponent(site.icon)}`;
}
