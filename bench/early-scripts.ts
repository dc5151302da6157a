import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { request } from '../test-support/http-client.ts';

type Change = (html: string) => string;

const START_SCRIPT = /<script data-files="([^"]*)">.*?<\/script>/s;
const INERT_SCRIPT = /<script [^>]*type="text\/plain">/;

/** As before the scripts started late: preloaded from the head, and run as soon as they are there. */
export function startScriptsEarly(html: string): string {
  const files = START_SCRIPT.exec(html)?.[1]?.split(' ');
  if (!files || !INERT_SCRIPT.test(html))
    throw new Error('The page does not start its scripts as this bench expects.');
  const preloads = files.map(
    (file) => `<link rel="modulepreload" fetchpriority="low" href="${file}"/>`,
  );
  return html
    .replace(START_SCRIPT, () => preloads.join(''))
    .replace(INERT_SCRIPT, '<script type="module" async="">');
}

/** Pages as the change leaves them, compressed once; everything else as it is. */
function createHandler(site: string, change: Change) {
  const pages = new Map<string, { headers: Record<string, unknown>; body: Buffer }>();

  async function load(path: string, headers: Record<string, string>) {
    const cached = pages.get(path);
    if (cached) return { status: 200, ...cached };
    const response = await request(site + path, { headers });
    const { connection: _, 'keep-alive': __, ...others } = response.headers;
    if (!others['content-type']?.startsWith('text/html')) return { ...response, headers: others };
    const page = await request(site + path);
    const body = brotliCompressSync(change(page.body.toString()));
    const changed = { ...others, 'content-encoding': 'br', 'content-length': body.length };
    pages.set(path, { headers: changed, body });
    return { status: page.status, headers: changed, body };
  }

  return async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const accepted = String(incoming.headers['accept-encoding'] ?? 'identity');
    const { status, headers, body } = await load(incoming.url ?? '/', {
      accept: String(incoming.headers.accept ?? '*/*'),
      'accept-encoding': accepted,
    });
    outgoing.writeHead(status, headers as Record<string, string>).end(body);
  };
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    ),
  );
}

/** A proxy in front of the site that changes its pages. */
export async function startProxy(site: string, change: Change) {
  const server = createServer(createHandler(site, change));
  return { url: await listen(server), stop: () => server.closeAllConnections() ?? server.close() };
}
