import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test-support/temporary-folder.ts';
import { assertDatabaseNotLost, DatabaseStartError, openDatabase } from '../open.ts';

function put(dataDir: string, path: string): void {
  mkdirSync(join(dataDir, path, '..'), { recursive: true });
  writeFileSync(join(dataDir, path), '');
}

test('an empty or missing folder becomes a new blog', () => {
  const dataDir = temporaryFolder();
  assertDatabaseNotLost({ dataDir });
  assertDatabaseNotLost({ dataDir: join(dataDir, 'not-there') });
  mkdirSync(join(dataDir, 'uploads'));
  put(dataDir, 'longhand.sqlite');
  assertDatabaseNotLost({ dataDir });
});

test.each([
  [`uploads/${'0'.repeat(32)}-4x2.png`, /there are pictures in/],
  ['backups/automatic-2026-01-01T12-00-00Z.tar.gz', /there are backups in/],
  ['backups/before-0003-x-2026-01-01T12-00-00Z.sqlite', /there are backups in/],
  ['before-restore-2026-01-01T12-00-00Z/longhand.sqlite', /there are replaced data/],
])('a folder with %s but no database is not treated as new', (path, message) => {
  const dataDir = temporaryFolder();
  put(dataDir, path);
  expect(() => assertDatabaseNotLost({ dataDir })).toThrow(DatabaseStartError);
  expect(() => assertDatabaseNotLost({ dataDir })).toThrow(message);
  expect(() => assertDatabaseNotLost({ dataDir })).toThrow(/is missing.*npm run restore -- FILE/);
  put(dataDir, 'longhand.sqlite');
  expect(() => assertDatabaseNotLost({ dataDir })).toThrow(/is empty/);
  // With PostgreSQL no database file is expected.
  assertDatabaseNotLost({ dataDir, databaseUrl: 'postgres://localhost/blog' });
});

test('the data folder and the database are accessible only to their owner', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  const db = await openDatabase({ dataDir });
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(dataDir))
    expect(statSync(join(dataDir, name)).mode & 0o777, name).toBe(0o600);
  await db.destroy();
});
