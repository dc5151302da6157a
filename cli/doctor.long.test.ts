import { appendFileSync, chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run, startServer, temporaryFolder } from '../test-support/server-process.ts';

test('the doctor finds nothing beside a running server, and then a corrupt picture', async () => {
  const settings = { DATA_DIR: temporaryFolder() };
  const { url } = await startServer({ ...settings, DEMO_CONTENT: 'true' });
  const healthy = run('cli/doctor.ts', settings);
  expect(await healthy.exited, healthy.output.stdout).toBe(0);
  expect(healthy.output.stdout).toMatch(/^✓ Settings$/m);
  expect(healthy.output.stdout).toContain('No problems found');
  expect(healthy.output.stdout).toMatch(/\nLonghand \d+\.\d+\.\d+( \([0-9a-f]{8}\))?\n$/);

  const [post] = (await (await fetch(`${url}/api/posts`)).json()) as { featured_image: string }[];
  writeFileSync(join(settings.DATA_DIR, post?.featured_image ?? ''), 'not a picture');
  const corrupt = run('cli/doctor.ts', settings);
  expect(await corrupt.exited).toBe(1);
  expect(corrupt.output.stdout).toMatch(/✗ Uploads.*\n +✗ The upload .* is damaged.*\n +→ Upload/);
  expect(corrupt.output.stdout).toContain('1 problem found');
});

test('a missing database and invalid settings are reported without a stack', async () => {
  const settings = { DATA_DIR: join(temporaryFolder(), 'nothing'), PORT: 'x' };
  const { exited, output } = run('cli/doctor.ts', settings);
  expect(await exited).toBe(1);
  expect(output.stdout).toContain('PORT must be a port number');
  expect(output.stdout).toContain('There is no database');
  expect(output.stderr).toBe('');
});

test('the doctor refuses unknown options, and a .env that is a folder', async () => {
  const odd = run('cli/doctor.ts', {}, undefined, ['--fix']);
  expect(await odd.exited).toBe(1);
  expect(odd.output.stderr).toBe('Unknown option --fix. Usage: npm run doctor\n');
  const folder = temporaryFolder();
  mkdirSync(join(folder, '.env'));
  const { exited, output } = run('cli/doctor.ts', {}, undefined, [], { cwd: folder });
  expect(await exited).toBe(1);
  expect(output.stderr).toMatch(/^The settings in .*\.env could not be read \(E\w+\)\. .*\n$/);
});

test('a .env with a secret that other users may read is reported', async () => {
  const folder = temporaryFolder();
  const file = join(folder, '.env');
  writeFileSync(file, `DATA_DIR=${join(folder, 'data')}\nS3_BUCKET=\n`);
  const runDoctor = async () => {
    const { exited, output } = run('cli/doctor.ts', {}, undefined, [], { cwd: folder });
    await exited;
    return output.stdout;
  };
  const warning =
    /! Every user of this machine can read .*\.env, including ADMIN_PASSWORD.*\n +→ .*chmod 600/;
  chmodSync(folder, 0o755);
  chmodSync(file, 0o644);
  expect(await runDoctor()).not.toContain('may read');
  appendFileSync(file, 'ADMIN_PASSWORD=long enough for anybody\n');
  expect(await runDoctor()).toMatch(warning);
  chmodSync(folder, 0o700);
  expect(await runDoctor()).not.toContain('may read');
  chmodSync(folder, 0o755);
  chmodSync(file, 0o600);
  expect(await runDoctor()).not.toContain('may read');
});

test('a dry run of collecting uploads changes nothing, and unknown options are refused', async () => {
  const settings = { DATA_DIR: temporaryFolder() };
  const collect = (...args: string[]) => run('cli/uploads-collect.ts', settings, undefined, args);
  for (const args of [[], ['--dry-run']]) {
    const early = collect(...args);
    expect(await early.exited).toBe(1);
    expect(early.output.stderr).toMatch(/^There is no blog in .* restore a backup.*\n$/);
    expect(readdirSync(settings.DATA_DIR)).toEqual([]);
  }
  const server = await startServer(settings);
  server.child.kill('SIGTERM');
  await server.exited;
  const before = readdirSync(settings.DATA_DIR);
  const dry = collect('--dry-run');
  expect(await dry.exited, dry.output.stderr).toBe(0);
  expect(dry.output.stdout).toContain('0 uploads with 0 KB would be removed. Nothing was changed.');
  expect(readdirSync(settings.DATA_DIR)).toEqual(before);
  const done = collect();
  expect(await done.exited, done.output.stderr).toBe(0);
  expect(done.output.stdout).toContain('0 uploads removed.');
  const wrong = collect('--all');
  expect(await wrong.exited).toBe(1);
  expect(wrong.output.stderr).toContain('npm run uploads:collect -- --dry-run');
});
