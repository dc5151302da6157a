import { parse } from 'parse5';

export type Element = {
  nodeName: string;
  attrs?: { name: string; value: string }[];
  childNodes?: Element[];
  value?: string;
};

export function elements(html: string, name: string): Element[] {
  const found: Element[] = [];
  const walk = (node: Element) => {
    if (node.nodeName === name) found.push(node);
    node.childNodes?.forEach(walk);
  };
  walk(parse(html) as unknown as Element);
  return found;
}

export function attribute(element: Element | undefined, name: string): string | undefined {
  return element?.attrs?.find((entry) => entry.name === name)?.value;
}

export type Crawled = { readonly status: number; readonly type: string; readonly body: string };

const LINKING = ['a', 'link', 'img', 'script', 'source'];

function targetsInPage(html: string): (string | undefined)[] {
  return [
    ...LINKING.flatMap((name) => elements(html, name)).flatMap((each) => [
      attribute(each, 'href'),
      attribute(each, 'src'),
      // Only the smallest variant: each has to be generated first.
      attribute(each, 'srcset')?.split(' ')[0],
    ]),
    // Addresses of pictures that other sites show.
    ...elements(html, 'meta')
      .map((each) => attribute(each, 'content'))
      .filter((content) => /^https?:/.test(content ?? '')),
  ];
}

function targetsIn({ type, body }: Crawled): (string | undefined)[] {
  if (type.includes('text/html')) return targetsInPage(body);
  if (/xml/.test(type))
    return [...body.matchAll(/<(?:loc|image:loc|link)>([^<]+)<|href="([^"]+)"/g)].map(
      ([, text, href]) => (text ?? href)?.replaceAll('&amp;', '&'),
    );
  if (/json/.test(type))
    return [...body.matchAll(/"((?:https?:\/)?\/[^"\\]+)"/g)].map(([, url]) => url);
  return [];
}

/** Everything of the site that can be reached from these paths. */
export async function crawl(
  site: string,
  starts: readonly string[],
  get: (path: string) => Promise<Response> = (path) => fetch(site + path, { redirect: 'manual' }),
): Promise<Map<string, Crawled>> {
  const found = new Map<string, Crawled>();
  const waiting = [...starts];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (found.has(path)) continue;
    const crawled = await read(await get(path));
    found.set(path, crawled);
    for (const target of targetsIn(crawled)) {
      const address = target === undefined ? null : URL.parse(target, site + path);
      if (address?.origin === site) waiting.push(address.pathname + address.search);
    }
  }
  return found;
}

async function read(response: Response): Promise<Crawled> {
  const type = response.headers.get('content-type') ?? '';
  return { status: response.status, type, body: await response.text() };
}
