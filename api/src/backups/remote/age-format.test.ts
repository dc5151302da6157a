import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { beforeAll, expect, test } from 'vitest';
import { decryptWith, encryptWith } from './age-format.ts';
import type { Bytes } from './chunks.ts';

const PASSPHRASE = 'correct horse battery staple';
const CHUNK = 64 * 1024;
const SEALED_CHUNK = CHUNK + 16;

/** In pieces that do not end where chunks end. */
function streamOf(bytes: Buffer): Readable {
  const starts = Array.from(
    { length: Math.ceil(bytes.length / 7_001) },
    (_, piece) => piece * 7_001,
  );
  return Readable.from(starts.map((start) => bytes.subarray(start, start + 7_001)));
}

const collect = async (bytes: Bytes) => Buffer.concat(await Array.fromAsync(bytes));
const encrypt = (content: Buffer) => collect(encryptWith(PASSPHRASE, 4)(streamOf(content)));
const decrypt = (file: Buffer, passphrase: string | undefined = PASSPHRASE) =>
  collect(decryptWith(passphrase)(streamOf(file)));

const content = randomBytes(3 * CHUNK);
let file: Buffer;
beforeAll(async () => {
  file = await encrypt(content);
});

test('what was encrypted comes back, whatever its length', async () => {
  expect(await decrypt(file)).toEqual(content);
  for (const length of [0, 1, CHUNK - 1, CHUNK + 1])
    expect(await decrypt(await encrypt(content.subarray(0, length)))).toEqual(
      content.subarray(0, length),
    );
});

/** Written by the package age-encryption 0.3.1 with the work factor 10. */
const FROM_ANOTHER_PROGRAM =
  'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IHNjcnlwdCBZNzdrUCttcCtuQmsrUWFiWkYxcVpBIDEwCk5vUVVlWHBsTDRGK3JhVWo5STNFa3U4bXBlQyt5Q1JnU0dRRjdzSWhCRDAKLS0tIDNDUnU2T0pLN0JjR2Y5Y0lxdEpwdkFtb1IyQ1phbVIzQVE0WnZ4UFVFU2sKT4XnHr8o9D42ME9Z0o8AipQUP5BUel2xtDaT6Kqr6pvoSeeGHO+DLcUeKEmRpsQ7YKKffM6m7FryO5BoJqMQ+TR9cgVRILI=';

test('a file of another program that writes this format is read', async () => {
  const text = await decrypt(Buffer.from(FROM_ANOTHER_PROGRAM, 'base64'));
  expect(text.toString()).toBe('Written by the package age-encryption.\n');
});

test('a wrong or missing passphrase has a message of its own', async () => {
  await expect(decrypt(file, 'another passphrase')).rejects.toThrow('another passphrase than');
  await expect(collect(decryptWith(undefined)(streamOf(file)))).rejects.toThrow(
    'set BACKUP_PASSPHRASE',
  );
});

test('what is not encrypted passes unchanged, with a passphrase and without', async () => {
  for (const plain of [Buffer.from(''), Buffer.from('age'), randomBytes(100_000)]) {
    expect(await decrypt(plain)).toEqual(plain);
    expect(await collect(decryptWith(undefined)(streamOf(plain)))).toEqual(plain);
  }
});

/** Where the content starts: after the header and a nonce. */
const startOf = (encrypted: Buffer) =>
  encrypted.indexOf('\n', encrypted.indexOf('\n---') + 1) + 1 + 16;

test('a file that was cut off is refused, also between two chunks', async () => {
  const start = startOf(file);
  const lengths = [30, start - 1, start, start + 1, start + SEALED_CHUNK, file.length - 1];
  for (const length of lengths)
    await expect(decrypt(file.subarray(0, length)), `${length} bytes`).rejects.toThrow('damaged');
});

test('chunks in another order, repeated or from another file are refused', async () => {
  const start = startOf(file);
  const chunk = (number: number) =>
    file.subarray(start + number * SEALED_CHUNK, start + (number + 1) * SEALED_CHUNK);
  const header = file.subarray(0, start);
  const other = await encrypt(content);
  const foreign = other.subarray(startOf(other), startOf(other) + SEALED_CHUNK);
  for (const chunks of [
    [chunk(1), chunk(0), chunk(2)],
    [chunk(0), chunk(0), chunk(1), chunk(2)],
    [chunk(0), chunk(2)],
    [foreign, chunk(1), chunk(2)],
    [chunk(0), chunk(1), chunk(2), chunk(2)],
  ])
    await expect(decrypt(Buffer.concat([header, ...chunks]))).rejects.toThrow('damaged');
});

test('a changed byte is noticed wherever it is', async () => {
  for (const position of [
    25,
    40,
    60,
    120,
    startOf(file) - 20,
    startOf(file) + 5,
    file.length - 1,
  ]) {
    const changed = Buffer.from(file);
    changed[position] = (changed[position] ?? 0) ^ 1;
    await expect(decrypt(changed), `byte ${position}`).rejects.toThrow();
  }
});

test('a file cannot ask for any amount of memory', async () => {
  const header = file.toString('latin1', 0, 200).replace(/ 4\n/, ' 30\n');
  await expect(decrypt(Buffer.from(header, 'latin1'))).rejects.toThrow('too much memory');
});
