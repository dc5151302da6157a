import { escapeAttribute } from '@longhand/contract/search';

export type Redirect = { readonly from: string; readonly to: string };

type Answer = { readonly statusCode: number; readonly headers: { readonly location?: unknown } };

/** As the site itself leads visitors on; addresses that lead nowhere are left out. */
export async function resolveRedirects(
  addresses: readonly string[],
  get: (path: string) => Promise<Answer>,
): Promise<Redirect[]> {
  const redirects: Redirect[] = [];
  for (const from of addresses) {
    const { statusCode, headers } = await get(encodeURI(from));
    if (statusCode === 301) redirects.push({ from, to: String(headers.location) });
  }
  return redirects;
}

/** For hosts that know no rules: a page that leads on. */
export function redirectPage(to: string): string {
  const address = escapeAttribute(to);
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<title>${address}</title>
<meta http-equiv="refresh" content="0; url=${address}">
<link rel="canonical" href="${address}">
<meta name="robots" content="noindex">
</head>
<body><a href="${address}">${address}</a></body>
</html>
`;
}

/** Where a redirect leads is encoded already, unless it has spaces or the like. */
const encoded = (address: string) => encodeURI(address).replaceAll('%25', '%');

/** In the form that Netlify and Cloudflare Pages read; an address like `/?p=1` is matched by its query. */
function rule({ from, to }: Redirect): string {
  const [path = '', query = ''] = from.split('?');
  return [encodeURI(path), ...(query === '' ? [] : [query]), encoded(to), '301'].join(' ');
}

export function redirectRules(redirects: readonly Redirect[]): string {
  return redirects.map((redirect) => `${rule(redirect)}\n`).join('');
}
