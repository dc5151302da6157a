import { spawnSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../test-support/temporary-folder.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** As it is before `npm ci`. */
function cleanCheckout(): string {
  const folder = temporaryFolder();
  for (const part of ['package.json', 'server', 'cli', 'release'])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  return folder;
}

function run(folder: string, args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test('without packages each command says that npm ci comes first, and nothing else', () => {
  const folder = cleanCheckout();
  for (const args of [['server/start.js'], ['cli/run.js', 'doctor'], ['release/run.js']])
    expect(run(folder, args)).toEqual({
      ...{ status: 1, stdout: '' },
      stderr: '\nThe packages are not installed. Run npm ci first.\n',
    });
});

test('a release needs only those for production', () => {
  const folder = cleanCheckout();
  writeFileSync(join(folder, 'release.json'), '{}');
  expect(run(folder, ['server/start.js']).stderr).toContain('Run npm ci --omit=dev first.');
});
