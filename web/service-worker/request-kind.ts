/** Pages and files are kept in different ways. */
export type Kind = 'page' | 'asset' | 'image';

/** The dashboard, calls, forms, secret links and what is no page are never kept. */
const LEFT_ALONE = /^\/(?:admin|api|login|newsletter|preview|social|healthz|readyz)(?:\/|$)/i;

/** Feeds, sitemaps and icons are files at the root. */
const ROOT_FILE = /^\/[^/]*\./;

export function kindOf(address: string, origin: string): Kind | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.origin !== origin) return null;
  if (url.pathname.startsWith('/assets/')) return 'asset';
  if (url.pathname.startsWith('/uploads/')) return 'image';
  return LEFT_ALONE.test(url.pathname) || ROOT_FILE.test(url.pathname) ? null : 'page';
}

type Asked = Pick<Request, 'url' | 'method' | 'mode' | 'headers' | 'referrer'>;

/** Null if the request goes to the network as if there were no worker. */
export function handledKind(request: Asked, origin: string): Kind | null {
  const { headers, method, mode, referrer, url } = request;
  if (method !== 'GET' || headers.has('authorization') || headers.has('range')) return null;
  const kind = kindOf(url, origin);
  if (mode === 'navigate') return kind === 'page' ? kind : null;
  // A file is handled only if a public page, or a file of one, asks for it.
  const isForReaders = kindOf(referrer, origin) !== null;
  return kind !== 'page' && isForReaders ? kind : null;
}

/** The server says `public` only of a page that is the same for everybody, under its own address. */
export function canKeep(kind: Kind, response: Pick<Response, 'status' | 'headers'>): boolean {
  const policy = response.headers.get('cache-control') ?? '';
  return response.status === 200 && policy.includes(kind === 'page' ? 'public' : 'immutable');
}

/** True if the server says that there is no such page any more. A redirect has the status 0 here. */
export function isGone({ status, redirected }: Pick<Response, 'status' | 'redirected'>): boolean {
  return redirected || [0, 301, 302, 307, 308, 404, 410].includes(status);
}

/** True if the server has no script there. Some software answers any address with a page. */
export function isNoScript({ status, headers }: Pick<Response, 'status' | 'headers'>): boolean {
  const type = headers.get('content-type') ?? '';
  return status === 404 || status === 410 || (status === 200 && !type.includes('javascript'));
}
