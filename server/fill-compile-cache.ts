import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * Starts the blog once on temporary data, requests some pages and stops it, which fills Node's compile cache. The
 * Dockerfile runs it, because a container cannot write the cache later, and so that no image is built whose server does
 * not start.
 */

const TIMEOUT_MS = 120_000;
const PAGES = ['/', '/blog', '/about', '/api/posts'];

const folder = mkdtempSync(join(tmpdir(), 'longhand-'));
const start = fileURLToPath(new URL('start.js', import.meta.url));
// The flags are the same, because the cache depends on them.
const child = spawn(process.execPath, [...process.execArgv, start], {
  // biome-ignore lint/style/noProcessEnv: passed on, except for what must not end up in the image
  env: { ...process.env, DATA_DIR: folder, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn' },
  stdio: ['ignore', 'inherit', 'pipe'],
  timeout: TIMEOUT_MS,
});
const exited = once(child, 'exit');

let stderr = '';
let isRunning = false;
child.stderr.on('data', (chunk) => {
  stderr += chunk;
  const url = /Listens {3}(\S+)/.exec(stderr)?.[1];
  if (isRunning || url === undefined || !stderr.includes('Ctrl+C')) return;
  isRunning = true;
  Promise.all(PAGES.map((path) => fetch(url + path).then((response) => response.text())))
    .catch((error) => console.error(error))
    .finally(() => child.kill('SIGTERM'));
});

const [code] = await exited;
rmSync(folder, { recursive: true, force: true });
if (code !== 0) {
  console.error(`${stderr}\nThe blog did not start and stop correctly.`);
  process.exit(1);
}
