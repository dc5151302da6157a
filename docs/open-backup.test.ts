import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { encryptWith } from '../api/src/backups/remote/age-format.ts';
import { temporaryFolder } from '../test-support/temporary-folder.ts';

const PASSPHRASE = 'correct horse battery staple';

function programInDocs(): string {
  const page = readFileSync(join(import.meta.dirname, 'backups.md'), 'utf8');
  const [, code = ''] = /```js\n(\/\/ open-backup\.mjs\n[\s\S]*?)```/.exec(page) ?? [];
  const file = join(temporaryFolder(), 'open-backup.mjs');
  writeFileSync(file, code);
  return file;
}

test('the program in docs/backups.md opens an encrypted backup, and refuses one that was cut off', async () => {
  const program = programInDocs();
  const open = (input: Buffer, passphrase = PASSPHRASE) =>
    execFileSync(process.execPath, [program], {
      input,
      env: { BACKUP_PASSPHRASE: passphrase },
      stdio: 'pipe',
    });
  const content = randomBytes(2 * 65_536);
  const chunks = encryptWith(PASSPHRASE, 4)(Readable.from([content]));
  const file = Buffer.concat(await Array.fromAsync(chunks));
  expect(open(file)).toEqual(content);
  expect(() => open(file.subarray(0, -65_552))).toThrow();
  expect(() => open(file, 'another passphrase')).toThrow();
});
