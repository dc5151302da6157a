/** Stands for the blog when addresses are checked. */
export const SITE = new URL('https://site.invalid/blog/post');

/** Another host without a scheme, in any spelling that browsers accept. */
export function isSchemeRelative(address: string): boolean {
  const url = URL.parse(address, SITE);
  return !url || (url.host !== SITE.host && URL.parse(address) === null);
}
