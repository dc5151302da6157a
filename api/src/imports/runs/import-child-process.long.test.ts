import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImportProgress } from '@longhand/contract/imports';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test-support/temporary-folder.ts';
import { makeZip } from '../../../../test-support/zips.ts';
import { readConfig } from '../../config/config.ts';
import { ImportError } from '../source.ts';
import { runInChildProcess } from './import-child-process.ts';

const ORIGIN = { actor: 'owner', address: null } as const;

test('a child process that does not finish its first item in time is ended, and the failure says so', async () => {
  const folder = temporaryFolder();
  const job = {
    ...{ config: readConfig({ DATA_DIR: folder }), file: join(folder, 'export.zip') },
    ...{ dryRun: true, fetchImages: false, origin: ORIGIN },
  };
  const { signal } = new AbortController();
  const failure = await runInChildProcess(job, {
    ...{ signal, onProgress: () => {}, maxItemMs: 1 },
  }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ImportError);
  expect((failure as Error).message).toMatch(
    /^Item 1 took longer than .*, so the import was ended\. Nothing was imported\. /,
  );
});

test('the server knows of each item that it is done, however fast', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'posts.zip');
  const posts = Array.from({ length: 20 }, (_, n) => [`post-${n}.md`, `# Post ${n}\n\nText\n`]);
  writeFileSync(file, await makeZip(Object.fromEntries(posts)));
  const config = readConfig({ DATA_DIR: folder });
  const job = { config, file, dryRun: true, fetchImages: false, origin: ORIGIN };
  const told: ImportProgress[] = [];
  const { signal } = new AbortController();
  await runInChildProcess(job, { signal, onProgress: (progress) => void told.push(progress) });
  expect(told.map(({ items }) => items)).toEqual(
    [...posts.keys(), -1, ...posts.keys()].map((n) => n + 1),
  );
});
