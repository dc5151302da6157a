import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanEnvironment } from '../test-support/environment.ts';
import { installPackages } from '../test-support/install-packages.ts';
import {
  freePort,
  runCommand,
  temporaryFolder,
  untilRunning,
} from '../test-support/server-process.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PARTS = ['package.json', 'package-lock.json', '.npmrc', 'response-cache', 'api', 'contract'];

/** A checkout after `npm ci --omit=dev`: without build and test tools, and without Node. */
const folder = mkdtempSync(join(tmpdir(), 'longhand-production-'));

beforeAll(() => {
  for (const part of [...PARTS, 'server', 'web', 'cli'])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  installPackages(ROOT, folder, true);
});
afterAll(() => rm(folder, { recursive: true, force: true }), 60_000);

async function npm(args: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  const port = await freePort();
  const PATH = [dirname(process.execPath), cleanEnvironment({}).PATH].join(delimiter);
  const own = { PATH, DATA_DIR: temporaryFolder(), PORT: String(port), ...settings };
  const options = { cwd: folder, env: cleanEnvironment(own), detached: true };
  return { port, ...runCommand('npm', args, options) };
}

const npmStart = (settings?: Readonly<Record<string, string>>) => npm(['start'], settings);

test('a production install starts with the existing build', async () => {
  expect(existsSync(join(folder, 'node_modules/vite'))).toBe(false);
  const server = await npmStart();
  const { url, output } = await untilRunning(server, server.port);
  expect(await (await fetch(url)).text()).toContain('Join the Newsletter');
  expect(output.stderr).not.toContain('built');
});

test('with an outdated build it starts with a warning', async () => {
  const style = join(folder, 'web/public/another.svg');
  writeFileSync(style, '<svg/>');
  const server = await npmStart();
  const { output } = await untilRunning(server, server.port);
  rmSync(style);
  expect(output.stderr).toMatch(/were built from other files.*npm ci && npm run build/);
});

test('without a build it explains how to build', async () => {
  const stamp = join(folder, 'web/build/stamp');
  const content = readFileSync(stamp);
  rmSync(stamp);
  const { exited, output } = await npmStart();
  expect(await exited).toBe(1);
  writeFileSync(stamp, content);
  expect(output.stderr).toMatch(/The pages are not built.*npm ci && npm run build && npm prune/);
  expect(output.stderr).not.toMatch(/ at .*:\d+/);
});

test.each([[['start']], [['run', 'doctor']], [['run', 'import', '--', 'x']]])(
  'with an older Node, npm %s names the required version',
  async (args) => {
    const older = join(folder, 'older.js');
    // Imported before what reads this value.
    writeFileSync(
      older,
      "Object.defineProperty(process, 'versions', { value: { node: '20.20.2' } });\n",
    );
    const { exited, output } = await npm(args, { NODE_OPTIONS: `--import=file://${older}` });
    expect(await exited).toBe(1);
    expect(output.stderr).toMatch(/It needs Node 24 or newer.*npm ci without --omit=dev/);
    expect(output.stderr).not.toMatch(/ at .*:\d+/);
  },
);
