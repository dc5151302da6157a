import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run, startServer, temporaryFolder } from '../server/test-process.ts';

test('the doctor finds nothing wrong beside a running server, and a damaged picture at once', async () => {
  const settings = { DATA_DIR: temporaryFolder() };
  const { url } = await startServer(settings);
  const healthy = run('cli/doctor.ts', settings);
  expect(await healthy.exited, healthy.output.stdout).toBe(0);
  expect(healthy.output.stdout).toMatch(/^✓ Settings$/m);
  expect(healthy.output.stdout).toContain('Nothing is wrong');

  const [post] = (await (await fetch(`${url}/api/posts`)).json()) as { featured_image: string }[];
  writeFileSync(join(settings.DATA_DIR, post?.featured_image ?? ''), 'not a picture');
  const ill = run('cli/doctor.ts', settings);
  expect(await ill.exited).toBe(1);
  expect(ill.output.stdout).toMatch(/✗ Uploads.*\n +✗ The upload .* is damaged.*\n +→ Upload/);
  expect(ill.output.stdout).toContain('1 thing is wrong');
});

test('without a database, and with wrong settings, the doctor says so without a stack', async () => {
  const settings = { DATA_DIR: join(temporaryFolder(), 'nothing'), PORT: 'x' };
  const { exited, output } = run('cli/doctor.ts', settings);
  expect(await exited).toBe(1);
  expect(output.stdout).toContain('PORT must be a port number');
  expect(output.stdout).toContain('There is no database');
  expect(output.stderr).toBe('');
});

test('collecting uploads tells what would go, and understands nothing else', async () => {
  const settings = { DATA_DIR: temporaryFolder() };
  const dry = run('cli/uploads-collect.ts', settings, undefined, ['--dry-run']);
  expect(await dry.exited, dry.output.stderr).toBe(0);
  expect(dry.output.stdout).toContain('0 uploads with 0 KB would go. Nothing was changed.');
  const wrong = run('cli/uploads-collect.ts', settings, undefined, ['--all']);
  expect(await wrong.exited).toBe(1);
  expect(wrong.output.stderr).toContain('npm run uploads:collect -- --dry-run');
});
