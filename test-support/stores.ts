import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, inject, onTestFinished } from 'vitest';
import { readConfig } from '../api/src/config.ts';
import type { FileStore } from '../api/src/files/file-store.ts';
import { openFileStore } from '../api/src/files/open-store.ts';
import { onSqlite, openEach, type TestDatabase } from './dialects.ts';
import { KEYS } from './s3-server.ts';

/** Settings of a bucket of its own on the tests' server, which is there already. */
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

/** A store in a bucket of its own, or in one that is there. */
export async function openS3Store(
  folder = cacheFolder(),
  settings?: Record<string, string>,
): Promise<FileStore> {
  return openFileStore(readConfig({ ...(settings ?? (await createBucket())), DATA_DIR: folder }));
}

/**
 * Every test of files runs on a disk and with an object store; and as neither minds which database is
 * beside it, with one database each.
 */
export function eachStore(tests: (open: () => Promise<TestDatabase>) => void): void {
  onSqlite(tests);
  describe('postgres and s3', () =>
    tests(async () => ({ ...(await openEach.postgres()), settings: await createBucket() })));
}
