import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { SETTING_NAMES } from '../api/src/config/config.ts';
import { readBlocks } from './blocks.ts';

const root = new URL('../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const { scripts } = JSON.parse(read('package.json'));

test('docs/deploy.md sets only existing settings', () => {
  const inDocument = readBlocks(read('docs/deploy.md'), 'sh').flatMap((block) => [
    ...block.matchAll(/^([A-Z_0-9]+)=/gm),
  ]);
  const names = inDocument.map(([, name]) => name as string);
  expect(names.length).toBeGreaterThan(3);
  expect(names.filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
});

const UNIT = fileURLToPath(new URL('docs/longhand.service', root));

/** Undefined where systemd is missing or too old. */
function analyze(...args: string[]) {
  const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
  const isUnknown = status === null || /unrecognized option/.test(stderr);
  return isUnknown ? undefined : { status, output: stdout + stderr };
}

test('systemd accepts the unit, and finds little that it could do beyond its work', ({ skip }) => {
  const security = analyze('security', '--offline=true', UNIT);
  if (security === undefined) return skip('systemd 250 or newer is not installed');
  const [, exposure] = /exposure level for longhand\.service: ([\d.]+)/.exec(security.output) ?? [];
  expect(Number(exposure)).toBeLessThan(2);
  expect(analyze('verify', UNIT)).toEqual({ status: 0, output: '' });
});

test('the unit starts as npm does, and does not try again with wrong settings', () => {
  const unit = read('docs/longhand.service');
  const { start } = scripts;
  expect(unit).toContain(`ExecStart=/usr/bin/env ${start.replace('exec ', '')}\n`);
  const [, status] = /WRONG_SETTINGS = (\d+)/.exec(read('server/main.ts')) ?? [];
  expect(unit).toContain(`RestartPreventExitStatus=${status}\n`);
});
