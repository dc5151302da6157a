import { escapeAttribute } from '@longhand/contract/posts/search';

export type Redirect = { readonly from: string; readonly to: string };

type Answer = {
  readonly statusCode: number;
  readonly headers: { readonly location?: unknown };
  readonly json: () => { readonly to: string | null };
};

/** Addresses lead where the site itself leads visitors. Those that lead nowhere are left out. */
export async function resolveRedirects(
  addresses: readonly string[],
  get: (path: string) => Promise<Answer>,
): Promise<Redirect[]> {
  const redirects: Redirect[] = [];
  for (const from of addresses) {
    // The API is asked first, because the site would render a page to say that an address leads nowhere.
    const answer = await get(`/api/redirects?path=${encodeURIComponent(from)}`);
    if (answer.json().to === null) continue;
    const { statusCode, headers } = await get(encodeURI(from));
    if (statusCode === 301) redirects.push({ from, to: String(headers.location) });
  }
  return redirects;
}

/** Some hosts have no rules for redirects; there, a page leads on. */
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

/** The target of a redirect is encoded already, unless it has spaces or the like. */
const encoded = (address: string) => encodeURI(address).replaceAll('%25', '%');

/** Netlify and Cloudflare Pages read this form. An address like `/?p=1` is matched by its query. */
function rule({ from, to }: Redirect): string {
  const [path = '', query = ''] = from.split('?');
  return [encodeURI(path), ...(query === '' ? [] : [query]), encoded(to), '301'].join(' ');
}

export function redirectRules(redirects: readonly Redirect[]): string {
  return redirects.map((redirect) => `${rule(redirect)}\n`).join('');
}
