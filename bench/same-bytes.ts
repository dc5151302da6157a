import { writeFileSync } from 'node:fs';
import type { OutgoingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { hasExited, startChild, stopChild, temporaryFolder } from '../test-support/cleanup.ts';
import { freePort } from '../test-support/free-port.ts';
import { requestOk, respondsOk } from '../test-support/http-client.ts';

/** Servers that send the same bytes and headers as the product. */
export type Copies = {
  /** The URL of the copy of a page. */
  readonly nginx: (path: string) => string;
  readonly node: (path: string) => string;
  readonly stop: () => Promise<void>;
};

type Page = { address: string; headers: OutgoingHttpHeaders; body: Buffer };

/** Headers that each server sets itself. */
const SERVER_HEADERS = new Set([
  ...['connection', 'keep-alive', 'date', 'server', 'transfer-encoding'],
  ...['content-length', 'etag', 'last-modified', 'accept-ranges'],
]);

/** Not the path of the page, because nginx treats a trailing slash as a folder. */
function addressOf(at: number): string {
  return `/page-${at}`;
}

async function copyPage(site: string, path: string, at: number): Promise<Page> {
  const response = await requestOk(site + path, { headers: { 'accept-encoding': 'gzip' } });
  const headers = Object.entries(response.headers).filter(([name]) => !SERVER_HEADERS.has(name));
  return { address: addressOf(at), headers: Object.fromEntries(headers), body: response.body };
}

function quote(value: unknown): string {
  const text = String(value);
  if (text.includes('$')) throw new Error(`nginx cannot send a header with a dollar: ${text}`);
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function nginxLocation(folder: string, page: Page): string {
  const { 'content-type': type, ...headers } = page.headers;
  return `
    location = ${quote(page.address)} {
      alias ${join(folder, page.address)};
      types {}
      default_type ${quote(type)};
      ${Object.entries(headers)
        .map(([name, value]) => `add_header ${name} ${quote(value)};`)
        .join('\n      ')}
    }`;
}

function nginxSettings(folder: string, port: number, pages: readonly Page[]): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
daemon off;
worker_processes 1;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid nginx.pid;
error_log stderr error;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  tcp_nodelay on;
  keepalive_timeout 600s;
  keepalive_requests 1000000000;
  open_file_cache max=100 inactive=600s;
  open_file_cache_valid 600s;
  ${temporary.map((name) => `${name}_temp_path ${name};`).join('\n  ')}
  server {
    listen 127.0.0.1:${port} backlog=1024;
    ${pages.map((page) => nginxLocation(folder, page)).join('\n')}
  }
}
`;
}

async function waitUntilUp(url: string, child: ReturnType<typeof startChild>): Promise<void> {
  while (!(await respondsOk(url))) {
    if (hasExited(child)) throw new Error(`Nothing answers at ${url}.`);
    await wait(20);
  }
}

export async function serveCopies(
  nginx: string,
  site: string,
  paths: readonly string[],
): Promise<Copies> {
  const folder = temporaryFolder();
  const pages = await Promise.all(paths.map((path, at) => copyPage(site, path, at)));
  const files = pages.map(({ address, headers, body }) => {
    writeFileSync(join(folder, address), body);
    const file = join(folder, `${address}.json`);
    writeFileSync(file, JSON.stringify({ address, headers, body: body.toString('base64') }));
    return file;
  });
  const settings = join(folder, 'nginx.conf');
  const [nginxPort, nodePort] = [await freePort(), await freePort()];
  writeFileSync(settings, nginxSettings(folder, nginxPort, pages));
  // SIGKILL would leave its worker running.
  const nginxProcess = startChild(
    nginx,
    ['-p', folder, '-e', 'stderr', '-c', settings],
    {},
    'SIGTERM',
  );
  const script = fileURLToPath(new URL('./bare-node.ts', import.meta.url));
  const nodeProcess = startChild(process.execPath, [script, String(nodePort), ...files]);
  const at = (port: number) => (path: string) =>
    `http://127.0.0.1:${port}${addressOf(paths.indexOf(path))}`;
  const copies = { nginx: at(nginxPort), node: at(nodePort) };
  await waitUntilUp(copies.nginx(paths[0] ?? ''), nginxProcess);
  await waitUntilUp(copies.node(paths[0] ?? ''), nodeProcess);
  return {
    ...copies,
    stop: async () => {
      await stopChild(nginxProcess);
      await stopChild(nodeProcess);
    },
  };
}
