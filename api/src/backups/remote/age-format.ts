// This is the file format age (age-encryption.org/v1) with a passphrase. docs/backups.md describes it.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  type ScryptOptions,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { promisify } from 'node:util';
import { type Bytes, cutIntoChunks } from './chunks.ts';

const VERSION_LINE = 'age-encryption.org/v1\n';
const SALT_LABEL = 'age-encryption.org/v1/scrypt';
const CIPHER = 'chacha20-poly1305';
const TAG_BYTES = 16;
const NONCE_BYTES = 12;
const PAYLOAD_NONCE_BYTES = 16;
const CHUNK_BYTES = 64 * 1024;
/** Takes 64 MB of memory, which is as much as a small machine can spare. */
const WORK_FACTOR = 16;
/** Takes 1 GB of memory. Limited because a file could ask for any amount. */
const MAX_WORK_FACTOR = 20;
const MAX_HEADER_BYTES = 1_000;
const HEADER =
  /^age-encryption\.org\/v1\n-> scrypt ([A-Za-z0-9+/]{22}) ([1-9]\d?)\n([A-Za-z0-9+/]{43})\n---(?= )/;

/** The message says what is wrong with the file or the passphrase. */
class DecryptionError extends Error {}

const DAMAGED = 'its encrypted content is damaged or was cut off';

const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

function toBase64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

function seal(key: Buffer, nonce: Buffer, bytes: Uint8Array): Buffer {
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/** Undefined if the bytes were not made with this key and nonce. */
function open(key: Buffer, nonce: Buffer, sealed: Buffer): Buffer | undefined {
  if (sealed.length < TAG_BYTES) return undefined;
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}

function deriveKey(fileKey: Buffer, salt: Buffer, info: string): Buffer {
  return Buffer.from(hkdfSync('sha256', fileKey, salt, info, 32));
}

function deriveWrapKey(passphrase: string, salt: Buffer, workFactor: number): Promise<Buffer> {
  const N = 2 ** workFactor;
  const saltBytes = Buffer.concat([Buffer.from(SALT_LABEL), salt]);
  return scryptAsync(passphrase, saltBytes, 32, { N, r: 8, p: 1, maxmem: 2 * 128 * 8 * N });
}

function headerMac(fileKey: Buffer, header: string): Buffer {
  const key = deriveKey(fileKey, Buffer.alloc(0), 'header');
  return createHmac('sha256', key).update(header).digest();
}

/** The counter shows that chunks were moved, the flag that a file was cut off between two chunks. */
function chunkNonce(counter: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUIntBE(counter, NONCE_BYTES - 7, 6);
  nonce[NONCE_BYTES - 1] = isLast ? 1 : 0;
  return nonce;
}

/** Used in `pipeline`. It streams, so memory does not grow with the content. */
export function encryptWith(passphrase: string, workFactor = WORK_FACTOR) {
  return async function* encrypt(content: Bytes): AsyncGenerator<Buffer> {
    const salt = randomBytes(16);
    const fileKey = randomBytes(16);
    const wrapKey = await deriveWrapKey(passphrase, salt, workFactor);
    const body = seal(wrapKey, Buffer.alloc(NONCE_BYTES), fileKey);
    const header = `${VERSION_LINE}-> scrypt ${toBase64(salt)} ${workFactor}\n${toBase64(body)}\n---`;
    yield Buffer.from(`${header} ${toBase64(headerMac(fileKey, header))}\n`);
    const nonce = randomBytes(PAYLOAD_NONCE_BYTES);
    yield nonce;
    const key = deriveKey(fileKey, nonce, 'payload');
    let counter = 0;
    for await (const { bytes, isLast } of cutIntoChunks(content, CHUNK_BYTES)) {
      yield seal(key, chunkNonce(counter, isLast), bytes);
      counter += 1;
    }
  };
}

async function unwrapFileKey(passphrase: string, header: string): Promise<Buffer> {
  const [signed, salt = '', factor = '', body = ''] = HEADER.exec(header) ?? [];
  if (signed === undefined)
    throw new DecryptionError('it is encrypted in a way that is not a passphrase’s');
  if (Number(factor) > MAX_WORK_FACTOR)
    throw new DecryptionError(`its passphrase would need too much memory (work factor ${factor})`);
  const wrapKey = await deriveWrapKey(passphrase, Buffer.from(salt, 'base64'), Number(factor));
  const fileKey = open(wrapKey, Buffer.alloc(NONCE_BYTES), Buffer.from(body, 'base64'));
  if (!fileKey)
    throw new DecryptionError(
      'it was encrypted with another passphrase than the one in BACKUP_PASSPHRASE',
    );
  const mac = Buffer.from(header.slice(signed.length + 1), 'base64');
  const expected = headerMac(fileKey, signed);
  if (mac.length !== expected.length || !timingSafeEqual(mac, expected))
    throw new DecryptionError(DAMAGED);
  return fileKey;
}

/** The header ends with the line that starts with ---. */
function findHeaderEnd(start: Buffer): number {
  return start.indexOf('\n', start.indexOf('\n---') + 1) + 1;
}

type Encrypted = { readonly start: Buffer; readonly rest: Bytes };

async function* joined({ start, rest }: Encrypted): Bytes {
  yield start;
  yield* rest;
}

async function* decrypt(encrypted: Encrypted, passphrase: string): AsyncGenerator<Buffer> {
  const { start, rest } = encrypted;
  const headerEnd = findHeaderEnd(start);
  const payload = headerEnd + PAYLOAD_NONCE_BYTES;
  if (headerEnd === 0 || start.length < payload) throw new DecryptionError(DAMAGED);
  const fileKey = await unwrapFileKey(passphrase, start.toString('latin1', 0, headerEnd - 1));
  const key = deriveKey(fileKey, start.subarray(headerEnd, payload), 'payload');
  const sealed = cutIntoChunks(
    joined({ start: start.subarray(payload), rest }),
    CHUNK_BYTES + TAG_BYTES,
  );
  let counter = 0;
  for await (const { bytes, isLast } of sealed) {
    const content = open(key, chunkNonce(counter, isLast), bytes);
    if (!content || (content.length === 0 && counter > 0)) throw new DecryptionError(DAMAGED);
    yield content;
    counter += 1;
  }
}

/** Reads enough bytes for the header, if there are that many. */
async function readStart(content: Bytes): Promise<Encrypted> {
  const chunks = content[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  for (let bytes = 0; bytes < MAX_HEADER_BYTES; ) {
    const { done, value } = await chunks.next();
    if (done) break;
    read.push(value);
    bytes += value.length;
  }
  return { start: Buffer.concat(read), rest: { [Symbol.asyncIterator]: () => chunks } };
}

/** Used in `pipeline`. Content that is not encrypted passes unchanged. */
export function decryptWith(passphrase: string | undefined) {
  return async function* decryptIfEncrypted(content: Bytes): AsyncGenerator<Uint8Array> {
    const encrypted = await readStart(content);
    if (!encrypted.start.toString('latin1', 0, VERSION_LINE.length).startsWith(VERSION_LINE))
      yield* joined(encrypted);
    else if (passphrase === undefined)
      throw new DecryptionError(
        'it is encrypted: set BACKUP_PASSPHRASE to the passphrase that it was made with',
      );
    else yield* decrypt(encrypted, passphrase);
  };
}
