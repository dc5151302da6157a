import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { openDatabase } from '../src/database/open.ts';
import type { Database } from '../src/database/tables.ts';

export type TestDatabase = { db: Database; dataDir: string; remove: () => Promise<void> };

const DIALECTS: Readonly<Record<string, () => Promise<TestDatabase>>> = {
  async sqlite() {
    const dataDir = mkdtempSync(join(tmpdir(), 'longhand-test-'));
    const db = await openDatabase(dataDir);
    return { db, dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
  },
};

const wanted = process.env.TEST_DIALECTS?.split(',') ?? Object.keys(DIALECTS);

/** Every test that touches the database runs once per dialect; TEST_DIALECTS picks some. */
export function eachDialect(tests: (openTestDatabase: () => Promise<TestDatabase>) => void): void {
  for (const name of wanted) {
    const open = DIALECTS[name];
    if (!open) throw new Error(`TEST_DIALECTS names ${name}, which is not a dialect`);
    describe(name, () => tests(open));
  }
}
