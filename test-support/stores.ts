import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { readConfig } from '../api/src/config/config.ts';
import type { FileStore } from '../api/src/files/file-store.ts';
import { openFileStore } from '../api/src/files/open-store.ts';
import { eachDialect, onSqlite, type TestDatabase } from './dialects.ts';
import { KEYS } from './s3-server.ts';

/** Creates a bucket on the tests' server and returns its settings. */
export async function createBucket(endpoint = inject('s3')): Promise<Record<string, string>> {
  const settings = { ...KEYS, S3_ENDPOINT: endpoint, S3_BUCKET: `test-${randomUUID()}` };
  const dataDir = mkdtempSync(join(tmpdir(), 'longhand-s3-cache-'));
  await openFileStore(readConfig({ ...settings, DATA_DIR: dataDir })).prepare();
  await rm(dataDir, { recursive: true, force: true });
  return settings;
}

function cacheFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'longhand-s3-cache-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Uses a new bucket unless settings are given. */
export async function openS3Store(
  folder = cacheFolder(),
  settings?: Record<string, string>,
): Promise<FileStore> {
  return openFileStore(readConfig({ ...(settings ?? (await createBucket())), DATA_DIR: folder }));
}

/** Runs the tests on a disk and with an object store, each with a different database. */
export function eachStore(tests: (open: () => Promise<TestDatabase>) => void): void {
  onSqlite(tests);
  eachDialect(
    (open) => tests(async () => ({ ...(await open()), settings: await createBucket() })),
    ['postgres'],
  );
}
