import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readConfig } from '@longhand/api/config';
import {
  type AppBuild,
  addCspHashes,
  addWords,
  createApiCall,
  createSiteReader,
  feedsAndSeo,
  newsletter,
  type SendUncached,
} from '@longhand/web/server';
import Fastify from 'fastify';
import pino from 'pino';
import type * as ReactRouter from 'react-router';
import { createServer as createVite } from 'vite';
import { freePort } from '../test-support/free-port.ts';
import { createRemoteApiCache } from './build-server.ts';
import { httpTransport } from './transports.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DATA = `${ROOT}data-dev`;
const API_SOURCES = ['api', 'response-cache', 'contract', 'server'];
const API_PATHS = ['/api', '/uploads', '/social'];

/** Node restarts this child process after a change. */
function startApi(settings: NodeJS.ProcessEnv): ChildProcess {
  mkdirSync(DATA, { recursive: true });
  return spawn(
    process.execPath,
    [
      '--watch-preserve-output',
      ...API_SOURCES.map((folder) => `--watch-path=${ROOT}${folder}`),
      `${ROOT}server/start.js`,
      'api',
    ],
    // The checkout is not used as the working folder, because the .env there may name a production database.
    { cwd: DATA, stdio: ['ignore', 'inherit', 'inherit'], env: settings },
  );
}

/** The API may be restarting. */
async function untilReady(apiUrl: string): Promise<void> {
  while (!(await fetch(`${apiUrl}/healthz`).catch(() => undefined))?.ok) await wait(50);
}

async function startPages(url: string, apiUrl: string, port: number): Promise<void> {
  const server = createServer();
  const vite = await createVite({
    root: `${ROOT}web`,
    appType: 'custom',
    server: {
      middlewareMode: true,
      hmr: { server },
      proxy: Object.fromEntries(API_PATHS.map((path) => [path, apiUrl])),
    },
  });
  const app = Fastify({
    serverFactory: (handle) =>
      server.on('request', (request, response) =>
        vite.middlewares(request, response, () => handle(request, response)),
      ),
  });
  const site = createSiteReader({ url, apiUrl: '' });
  const fetchApi = httpTransport(apiUrl);
  const cache = createRemoteApiCache(fetchApi, pino());
  addWords(app, { site, fetchApi, cache });
  const addressOf = ({ socket }: IncomingMessage) => socket.remoteAddress ?? '';
  await app.register(feedsAndSeo, { site, fetchApi, cache, addressOf });
  const sendUncached: SendUncached = async (request, reply, added, submitted) => {
    await untilReady(apiUrl);
    // Vite loads it, so that it is the same module instance that the build uses.
    const { createRequestHandler } = (await vite.ssrLoadModule(
      'react-router',
    )) as typeof ReactRouter;
    const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as AppBuild;
    const nonce = randomUUID();
    const page = await createRequestHandler(build, 'development')(
      new Request(url + request.url, {
        headers: { accept: 'text/html' },
        ...(submitted && { method: 'POST', body: submitted.form }),
      }),
      build.entry.module.createRequestContext(
        site,
        createApiCall(fetchApi, request.id, submitted),
        nonce,
      ),
    );
    const { html, policy } = addCspHashes(await page.text(), nonce, '');
    return (
      reply
        .code(page.status)
        .headers({ ...Object.fromEntries(page.headers), ...added })
        // Inline styles are allowed, because Vite inlines the stylesheets.
        .header(
          'content-security-policy',
          policy.replace(/style-src [^;]*/, "style-src 'self' 'unsafe-inline'"),
        )
        .send(html)
    );
  };
  await app.register(newsletter, { site: site.hosts, fetchApi, sendUncached });
  app.get('/*', (request, reply) => sendUncached(request, reply, {}));
  await app.listen({ port, host: '127.0.0.1' });
}

const config = readConfig(process.env);
const apiPort = await freePort();
const apiUrl = `http://127.0.0.1:${apiPort}`;
const { url } = config.site;
const api = startApi({
  ...process.env,
  DATA_DIR: DATA,
  HOST: '127.0.0.1',
  PORT: String(apiPort),
  SITE_URL: url,
  WEB_ORIGINS: url,
});
process.once('exit', () => api.kill());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit());
await startPages(url, apiUrl, config.listen.port);
await untilReady(apiUrl);
console.log(`\nThe site is at ${url}/ and updates when a file changes. Press Ctrl+C to stop.`);
