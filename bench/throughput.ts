import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { hasExited, startChild, stopChild, temporaryFolder } from '../test-support/cleanup.ts';
import { freePort } from '../test-support/free-port.ts';
import { requestOk, respondsOk } from '../test-support/http-client.ts';
import {
  count,
  goal,
  milliseconds,
  progress,
  ratio,
  type Section,
} from '../test-support/report.ts';
import { alternate } from './alternate.ts';
import { createChangingPost } from './changing-post.ts';
import { SETTINGS } from './settings.ts';
import { CONNECTIONS, type Load, load, loadInTurns, summarize } from './wrk.ts';

const { rounds, loadSeconds } = SETTINGS;
const BARE_NODE = fileURLToPath(new URL('./bare-node.ts', import.meta.url));
const GZIP = { headers: { 'accept-encoding': 'gzip' } };

/** Headers that each server sets itself. */
const SERVER_HEADERS = [
  ...['connection', 'keep-alive', 'date', 'server', 'transfer-encoding'],
  ...['content-length', 'etag', 'last-modified', 'accept-ranges'],
];

const quote = (value: unknown) => `"${String(value).replace(/["\\]/g, '\\$&')}"`;

function nginxConfig(port: number, page: string, headers: Readonly<Record<string, unknown>>) {
  const { 'content-type': type, ...others } = headers;
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
    location = /page {
      alias ${page};
      types {}
      default_type ${quote(type)};
      ${Object.entries(others)
        .map(([name, value]) => `add_header ${name} ${quote(value)};`)
        .join('\n      ')}
    }
  }
}
`;
}

/** nginx and bare Node, which send the same bytes and headers as the product. */
async function serveCopies(url: string) {
  const { body, headers } = await requestOk(url, GZIP);
  for (const name of SERVER_HEADERS) delete headers[name];
  const folder = temporaryFolder();
  const write = (name: string, content: string | Buffer) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const page = write('page', body);
  const [nginxPort, nodePort] = [await freePort(), await freePort()];
  const config = write('nginx.conf', nginxConfig(nginxPort, page, headers));
  const args = [BARE_NODE, String(nodePort), page, write('headers', JSON.stringify(headers))];
  const children = [
    // SIGKILL would leave its worker running.
    startChild('nginx', ['-p', folder, '-e', 'stderr', '-c', config], {}, 'SIGTERM'),
    startChild(process.execPath, args),
  ];
  const urls = {
    nginx: `http://127.0.0.1:${nginxPort}/page`,
    node: `http://127.0.0.1:${nodePort}/page`,
  };
  for (const copy of Object.values(urls)) {
    while (!(await respondsOk(copy))) {
      if (children.some(hasExited)) throw new Error(`Nothing answers at ${copy}.`);
      await wait(20);
    }
    const theirs = await requestOk(copy, GZIP);
    if (!theirs.body.equals(body)) throw new Error(`${url} is not the same everywhere.`);
  }
  return { urls, stop: () => Promise.all(children.map(stopChild)) };
}

function rowsOf(name: string, { ours, nginx, node }: Record<'ours' | 'nginx' | 'node', Load>) {
  const row = (of: 'perSecond' | 'p99', format: (value: number) => string) => [
    ...[ours, nginx, node].map((each) => format(each[of])),
    ratio(ours[of], nginx[of]),
    ratio(ours[of], node[of]),
  ];
  const failures = [ours, nginx, node].map((each) => each.failures);
  const failed = failures.reduce((sum, each) => sum + each);
  return [
    [
      `${name}: requests a second`,
      ...row('perSecond', count),
      goal(ours.perSecond / nginx.perSecond, 'at least', 0.35, ' × nginx'),
    ],
    [
      `${name}: p99`,
      ...row('p99', milliseconds),
      goal(ours.p99 / nginx.p99, 'at most', 3, ' × nginx'),
    ],
    [`${name}: failed responses`, ...failures.map(count), '', '', goal(failed, 'at most', 0)],
  ];
}

export async function measureThroughput(
  site: string,
  pages: Readonly<Record<string, string>>,
): Promise<Section> {
  const rows: string[][] = [];
  for (const [name, path] of Object.entries(pages)) {
    progress(`${name}, next to nginx and bare Node`);
    const copies = await serveCopies(site + path);
    rows.push(...rowsOf(name, await loadInTurns({ ours: site + path, ...copies.urls })));
    await copies.stop();
  }
  return {
    title: 'Pages, compared with nginx and bare Node',
    about: `wrk with ${CONNECTIONS} keep-alive connections and \`Accept-Encoding: gzip\`. nginx serves the page as a compressed file with one worker, bare Node as a buffer in one process. All three send the same bytes and headers. Medians of ${rounds} rounds of ${loadSeconds} s, alternating.`,
    columns: ['', 'ours', 'nginx', 'bare Node', 'ours / nginx', 'ours / Node', 'goal'],
    rows,
  };
}

export async function measureWhilePublishing(
  site: string,
  path: string,
  letters: number,
): Promise<Section> {
  progress('the post page while somebody publishes');
  const { change } = await createChangingPost(site, letters);
  const loads = await alternate(['quiet', 'publishing'], rounds, async (kind) => {
    let isOver = kind === 'quiet';
    const changeEverySecond = async () => {
      while (!isOver) await Promise.all([change(), wait(1_000)]);
    };
    const publishing = changeEverySecond();
    const result = await load(site + path);
    isOver = true;
    await publishing;
    return result;
  });
  const [quiet, publishing] = [summarize(loads.quiet), summarize(loads.publishing)];
  const failures = quiet.failures + publishing.failures;
  const p99 = [milliseconds(quiet.p99), milliseconds(publishing.p99)];
  return {
    title: 'The post page while the administrator publishes once a second',
    about: `wrk as above; medians of ${rounds} rounds of ${loadSeconds} s, alternating.`,
    columns: ['', 'no publishing', 'once a second', 'ratio', 'goal'],
    rows: [
      ['p99', ...p99, ratio(publishing.p99, quiet.p99), ''],
      ['failed responses', '', count(failures), '', goal(failures, 'at most', 0)],
    ],
  };
}
