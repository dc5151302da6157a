import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * Starts the blog once on data of its own, asks for a page, and stops it: Node then has kept what
 * it compiled. The Dockerfile runs this: a container cannot write the cache later, and an image whose
 * server does not start is not built.
 */

const START_WITHIN_MS = 120_000;
const PAGES = ['/', '/blog', '/about', '/api/posts'];

const folder = mkdtempSync(join(tmpdir(), 'longhand-'));
const start = fileURLToPath(new URL('start.js', import.meta.url));
// With the same flags: what was compiled with others is not used.
const child = spawn(process.execPath, [...process.execArgv, start], {
  // biome-ignore lint/style/noProcessEnv: handed on as it is, but for what must not be the image's
  env: { ...process.env, DATA_DIR: folder, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn' },
  stdio: ['ignore', 'inherit', 'pipe'],
  timeout: START_WITHIN_MS,
});
const ended = once(child, 'exit');

let said = '';
let isRunning = false;
child.stderr.on('data', (chunk) => {
  said += chunk;
  const url = /Listens {3}(\S+)/.exec(said)?.[1];
  if (isRunning || url === undefined || !said.includes('Ctrl+C')) return;
  isRunning = true;
  Promise.all(PAGES.map((path) => fetch(url + path).then((answer) => answer.text())))
    .catch((error) => console.error(error))
    .finally(() => child.kill('SIGTERM'));
});

const [code] = await ended;
rmSync(folder, { recursive: true, force: true });
if (code !== 0) {
  console.error(`${said}\nThe blog did not start and stop as it should.`);
  process.exit(1);
}
