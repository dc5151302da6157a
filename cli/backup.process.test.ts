import { chmodSync, lstatSync, mkdirSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '@longhand/api/database';
import { expect, test } from 'vitest';
import { cleanEnvironment } from '../test-support/environment.ts';
import { run, runCommand, temporaryFolder } from '../test-support/server-process.ts';
import { giveAway, UNPRIVILEGED } from '../test-support/unprivileged.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

test.each(['backup', 'restore', 'rollback'])(
  'an unknown option of npm run %s shows the usage, and changes nothing',
  async (name) => {
    const settings = { DATA_DIR: temporaryFolder(), INIT_CWD: temporaryFolder() };
    const { exited, output } = run(`cli/${name}.ts`, settings, undefined, ['--nothing']);
    expect(await exited).toBe(1);
    expect(output.stderr).toMatch(
      new RegExp(`^Unknown option --nothing\\. Usage: npm run ${name}.*\n$`),
    );
    const help = run(`cli/${name}.ts`, settings, undefined, ['--help']);
    expect(await help.exited).toBe(0);
    expect(help.output.stdout).toMatch(new RegExp(`^npm run ${name}.*\n$`));
    for (const folder of Object.values(settings)) expect(readdirSync(folder)).toEqual([]);
  },
);

const isRoot = process.getuid?.() === 0;

async function makeBlog(pictureBytes = 10): Promise<string> {
  const dataDir = temporaryFolder();
  await (await openDatabase({ dataDir })).destroy();
  mkdirSync(join(dataDir, 'uploads'));
  const picture = join(dataDir, 'uploads', `${'0'.repeat(32)}-4x2.png`);
  writeFileSync(picture, '');
  truncateSync(picture, pictureBytes);
  return dataDir;
}

function ownersIn(folder: string): Set<number> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Set(['', ...names].map((name) => lstatSync(join(folder, name)).uid));
}

test('files that root backs up and restores belong to the owner of the folder', async ({
  skip,
}) => {
  if (!isRoot) skip('only root can give files away');
  const dataDir = giveAway(await makeBlog());
  const settings = { DATA_DIR: dataDir, ADMIN_PASSWORD: 'a test password' };
  const backup = run('cli/backup.ts', settings);
  expect(await backup.exited, backup.output.stderr).toBe(0);
  const file = backup.output.stderr.split('\n')[0] ?? '';
  const restore = run('cli/restore.ts', settings, undefined, [file]);
  expect(await restore.exited, restore.output.stderr).toBe(0);
  expect(restore.output.stderr).toContain('the password is the one in ADMIN_PASSWORD');
  expect(readdirSync(dataDir).filter((name) => name.startsWith('before-restore-'))).toHaveLength(1);
  expect(ownersIn(dataDir)).toEqual(new Set([UNPRIVILEGED.uid]));
});

test('missing permissions are reported before anything is unpacked', async ({ skip }) => {
  if (!isRoot) skip('only root can switch users');
  const file = join(temporaryFolder(), 'a.tar.gz');
  const dataDir = await makeBlog();
  expect(await run('cli/backup.ts', { DATA_DIR: dataDir }, undefined, [file]).exited).toBe(0);
  chmodSync(dataDir, 0o755);
  const restore = run('cli/restore.ts', { DATA_DIR: dataDir }, undefined, [file], UNPRIVILEGED);
  expect(await restore.exited).toBe(1);
  expect(restore.output.stderr).toMatch(
    /^This user has no permission to change .*Nothing was changed\.\n$/,
  );
});

test('Ctrl+C ends a backup and leaves no files', async () => {
  const dataDir = await makeBlog(400_000_000);
  const folder = temporaryFolder();
  const { child, exited, output } = run('cli/backup.ts', { DATA_DIR: dataDir }, undefined, [
    join(folder, 'a.tar.gz'),
  ]);
  const written = () => {
    const [name] = readdirSync(folder);
    return name === undefined ? 0 : lstatSync(join(folder, name)).size;
  };
  await expect.poll(written, { interval: 5 }).toBeGreaterThan(0);
  child.kill('SIGINT');
  expect(await exited, output.stderr).toBe(130);
  expect(output.stderr).toBe('Stopped.\n');
  expect(readdirSync(folder)).toEqual([]);
  expect(readdirSync(dataDir)).not.toContain('backups');
});

test('a start with an empty database but existing pictures is refused', async () => {
  const dataDir = await makeBlog();
  truncateSync(join(dataDir, 'longhand.sqlite'), 0);
  const { exited, output } = run('server/start.js', { DATA_DIR: dataDir }, undefined, ['api']);
  expect(await exited).toBe(1);
  expect(output.stderr).toMatch(/is empty, but there are pictures.*npm run restore -- FILE/);
});

test('with DATABASE_URL, a rollback explains the alternative', async () => {
  const settings = { DATA_DIR: temporaryFolder(), DATABASE_URL: 'postgres://localhost:1/blog' };
  const rollback = run('cli/rollback.ts', settings);
  expect(await rollback.exited).toBe(1);
  expect(rollback.output.stderr).toMatch(/PostgreSQL itself undoes.*restore a backup/s);
  const backup = run('cli/backup.ts', settings);
  expect(await backup.exited).toBe(1);
  expect(backup.output.stderr).toMatch(/postgres:\/\/localhost:1\/blog could not be reached/);
});

test('a backup leaves by standard output and comes back by standard input', async () => {
  const dataDir = await makeBlog();
  const restored = join(temporaryFolder(), 'restored');
  const file = join(temporaryFolder(), 'a.tar.gz');
  const node = (name: string) => `"${process.execPath}" "${join(ROOT, 'cli/run.js')}" ${name} -`;
  const shell = (command: string, settings: Record<string, string>) =>
    runCommand('sh', ['-c', command], { env: cleanEnvironment(settings) });

  const backup = shell(`${node('backup')} > "${file}"`, { DATA_DIR: dataDir });
  expect(await backup.exited, backup.output.stderr).toBe(0);
  expect(backup.output.stderr).toContain('What was written\nis a backup of 0 posts and 1 image.');
  const restore = shell(`${node('restore')} < "${file}"`, { DATA_DIR: restored });
  expect(await restore.exited, restore.output.stderr).toBe(0);
  expect(readdirSync(join(restored, 'uploads'))).toEqual(readdirSync(join(dataDir, 'uploads')));

  truncateSync(file, 300);
  const cut = shell(`${node('restore')} < "${file}"`, { DATA_DIR: join(restored, 'another') });
  expect(await cut.exited).toBe(1);
  expect(cut.output.stderr).toMatch(
    /^What was sent could not be read as a backup.*Nothing was changed/,
  );
});

test('a backup is not written after the lines that npm writes to standard output', async () => {
  const settings = { DATA_DIR: await makeBlog(), npm_lifecycle_event: 'backup' };
  const { exited, output } = run('cli/backup.ts', settings, undefined, ['-']);
  expect(await exited).toBe(1);
  expect(output.stdout).toBe('');
  expect(output.stderr).toContain('npm run --silent backup -- - > FILE');
});
