import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { createBucket, openS3Store } from '../../../../test-support/stores.ts';
import { temporaryFolder } from '../../../../test-support/temporary-folder.ts';
import { createImportFiles, safeName } from './import-files.ts';

test.each([
  ['export.xml', 'export.xml'],
  ['../../evil.zip', '-..-evil.zip'],
  ['..', 'import'],
  [`${'漢'.repeat(120)}.zip`, `${'漢'.repeat(65)}.zip`],
  [`${'𠮷'.repeat(120)}.zip`, `${'𠮷'.repeat(49)}.zip`],
])('the name %j is safe and fits', (name, safe) => {
  expect(safeName(name)).toBe(safe);
});

test('a file in an object store has parts, which another instance puts together', async () => {
  const bucket = await createBucket();
  const store = await openS3Store(undefined, bucket);
  const openFiles = () => createImportFiles(temporaryFolder(), store, 3);
  const [here, there] = [openFiles(), openFiles()];
  await here.receive(Readable.from([Buffer.from('abcdefgh')]), 'one', 'a.zip');
  expect(await Array.fromAsync(store.list('', 'deep'), ({ path }) => path)).toEqual([
    'imports/one/0000.part',
    'imports/one/0001.part',
    'imports/one/0002.part',
  ]);
  expect(there.findLocal('one', 'a.zip')).toBeUndefined();
  expect(await there.has('one', 'a.zip')).toBe(true);
  expect(readFileSync(await there.fetch('one', 'a.zip'), 'utf8')).toBe('abcdefgh');
  await there.remove('one');
  expect(await openFiles().has('one', 'a.zip')).toBe(false);
  await expect(there.fetch('one', 'a.zip')).rejects.toThrow('Its file is gone');
});
