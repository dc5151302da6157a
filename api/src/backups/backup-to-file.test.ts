import { closeSync, openSync, readdirSync, watch, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { eachDialect, type TestDatabase } from '../../../test-support/dialects.ts';
import { temporaryFolder } from '../../../test-support/temporary-folder.ts';
import { createDiskStore } from '../files/disk-store.ts';
import { writeBackup } from './make-backup.ts';

const IMAGE = `uploads/${'0'.repeat(32)}-4x2.png`;

async function makeJob(open: () => Promise<TestDatabase>) {
  const { db, dataDir, databaseUrl, remove } = await open();
  onTestFinished(async () => {
    await db.destroy();
    await remove();
  });
  return { db, job: { dataDir, databaseUrl, settings: [], siteUrl: '' } };
}

eachDialect((open) => {
  test('a backup into another folder writes nothing into the data folder', async () => {
    const { job } = await makeJob(open);
    const folder = temporaryFolder();
    const touched: string[] = [];
    const watcher = watch(job.dataDir, (_event, name) => touched.push(String(name)));
    const before = readdirSync(job.dataDir);
    const during: string[][] = [];
    const onProgress = () => during.push(readdirSync(job.dataDir));
    await writeBackup(job, join(folder, 'a.tar.gz'), { onProgress });
    watcher.close();
    expect(during.length).toBeGreaterThan(0);
    for (const names of [...during, readdirSync(job.dataDir)]) expect(names).toEqual(before);
    expect(touched.filter((name) => !/^longhand\.sqlite/.test(name))).toEqual([]);
    expect(readdirSync(folder)).toEqual(['a.tar.gz']);
  });

  test('a backup that cannot be read back is removed, with an error', async () => {
    const { job } = await makeJob(open);
    const folder = temporaryFolder();
    await createDiskStore(job.dataDir).put(IMAGE, Buffer.alloc(20_000_000, 'noise'));
    // Like a failing disk: changes bytes that are already written.
    const corrupt = () => {
      const [name] = readdirSync(folder).filter((entry) => entry.startsWith('a.tar.gz.'));
      const file = openSync(join(folder, name ?? ''), 'r+');
      writeSync(file, Buffer.alloc(64, 1), 0, 64, 5_000_000);
      closeSync(file);
    };
    const onProgress = ({ files }: { files: number }) => files === 2 && corrupt();
    await expect(writeBackup(job, join(folder, 'a.tar.gz'), { onProgress })).rejects.toThrow(
      /could not be read back: .*It was removed/,
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  test('the error names a missing folder', async () => {
    const { job } = await makeJob(open);
    const file = join(temporaryFolder(), 'none', 'a.tar.gz');
    await expect(writeBackup(job, file)).rejects.toThrow(
      /a\.tar\.gz could not be written: .*no such file or directory/,
    );
  });
});
