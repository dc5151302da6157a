import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test-support/temporary-folder.ts';
import { DatabaseStartError, openDatabase, refuseIfLost } from './open.ts';

function put(dataDir: string, path: string): void {
  mkdirSync(join(dataDir, path, '..'), { recursive: true });
  writeFileSync(join(dataDir, path), '');
}

test('an empty folder, or one that is not there, becomes a new blog', () => {
  const dataDir = temporaryFolder();
  refuseIfLost({ dataDir });
  refuseIfLost({ dataDir: join(dataDir, 'not-there') });
  mkdirSync(join(dataDir, 'uploads'));
  put(dataDir, 'longhand.sqlite');
  refuseIfLost({ dataDir });
});

test.each([
  [`uploads/${'0'.repeat(32)}-4x2.png`, /there are pictures in/],
  ['backups/automatic-2026-01-01T12-00-00Z.tar.gz', /there are backups in/],
  ['backups/before-0003-x-2026-01-01T12-00-00Z.sqlite', /there are backups in/],
  ['before-restore-2026-01-01T12-00-00Z/longhand.sqlite', /there are data that were put aside/],
])('a blog that has %s, and no posts, is not taken for a new one', (path, sentence) => {
  const dataDir = temporaryFolder();
  put(dataDir, path);
  expect(() => refuseIfLost({ dataDir })).toThrow(DatabaseStartError);
  expect(() => refuseIfLost({ dataDir })).toThrow(sentence);
  expect(() => refuseIfLost({ dataDir })).toThrow(/is missing.*npm run restore -- FILE/);
  put(dataDir, 'longhand.sqlite');
  expect(() => refuseIfLost({ dataDir })).toThrow(/is empty/);
  // Where the posts are elsewhere, nothing is missing here.
  refuseIfLost({ dataDir, databaseUrl: 'postgres://localhost/blog' });
});

test('a folder of data and its database are for their owner only', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  const db = await openDatabase({ dataDir });
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(dataDir))
    expect(statSync(join(dataDir, name)).mode & 0o777, name).toBe(0o600);
  await db.destroy();
});
