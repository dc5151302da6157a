import { writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mountSmallDisk } from '../../../test-support/small-disk.ts';
import { picture } from '../../../test-support/uploads.ts';
import { readConfig } from '../config/config.ts';
import { NoSpaceError, RESERVE_FILE } from '../files/reserve.ts';
import { withImport } from './open-import.ts';

const MEGABYTE = 1024 * 1024;

test('an import leaves the reserve of a full disk to what deletes', async ({ skip }) => {
  const dataDir = mountSmallDisk(40);
  if (!dataDir) return skip('a small disk can only be mounted by root, and not in every container');
  const importPicture = (side: number) =>
    withImport(readConfig({ DATA_DIR: dataDir }), ({ addUpload }) =>
      addUpload(async (to) => writeFile(to, await picture(side).png().toBuffer())),
    );
  writeFileSync(join(dataDir, RESERVE_FILE), '');
  await importPicture(40);
  writeFileSync(join(dataDir, 'filler'), Buffer.alloc(20 * MEGABYTE));
  await expect(importPicture(50)).rejects.toThrow(NoSpaceError);
});
