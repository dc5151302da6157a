import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../api/src/database/open.ts';

/** A data folder with a migrated, empty database that tests copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'longhand-test-'));
  await (await openDatabase({ dataDir })).destroy();
  project.provide('sqlite', dataDir);
  return () => rm(dataDir, { recursive: true, force: true });
}
