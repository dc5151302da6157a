import { compress, decompress, type Encoding } from './encodings.ts';
import type { RawResponse } from './raw-response.ts';

/**
 * Keeps the encodings of a body, and the raw responses made of them. A raw response contains its body, so that a body
 * is kept once, and everything that is kept is counted. Once it is compressed, the body itself is not kept: few clients
 * ask for it, and it is three times as large.
 */
export function createEncodedBodies(original: Buffer, onResize: () => void) {
  const bodies = new Map<Encoding, Buffer>([['identity', original]]);
  const raws = new Map<Encoding, RawResponse>();
  const rawNotModified = new Map<Encoding, RawResponse>();
  const pending = new Map<Encoding, Promise<Buffer>>();
  let bytes = original.length;

  const get = (encoding: Encoding) => raws.get(encoding)?.body() ?? bodies.get(encoding);

  async function identity(): Promise<Buffer> {
    const body = get('identity');
    if (body) return body;
    const zipped = get('gzip');
    return zipped ? decompress(zipped, 'gzip') : decompress(get('br') as Buffer, 'br');
  }

  function resize(difference: number): void {
    bytes += difference;
    onResize();
  }

  function remove(encoding: Encoding): number {
    const removed =
      (get(encoding)?.length ?? 0) +
      (raws.get(encoding)?.headBytes ?? 0) +
      (rawNotModified.get(encoding)?.headBytes ?? 0);
    for (const map of [bodies, raws, rawNotModified]) map.delete(encoding);
    return removed;
  }

  function store(encoding: Encoding, encoded: Buffer): Buffer {
    const removed = remove(encoding) + remove('identity');
    bodies.set(encoding, encoded);
    resize(encoded.length - removed);
    return encoded;
  }

  return {
    get,
    identity,
    store,
    get bytes() {
      return bytes;
    },
    async encode(encoding: Encoding): Promise<Buffer> {
      const encoded = get(encoding) ?? pending.get(encoding);
      if (encoded) return encoded;
      const result = identity()
        .then((body) => compress(body, encoding))
        .then((body) => store(encoding, body))
        .finally(() => pending.delete(encoding));
      pending.set(encoding, result);
      return result;
    },
    raw(encoding: Encoding, create: (body: Buffer) => RawResponse): RawResponse | undefined {
      const existing = raws.get(encoding);
      const body = bodies.get(encoding);
      if (existing || !body) return existing;
      const created = create(body);
      raws.set(encoding, created);
      bodies.delete(encoding);
      resize(created.headBytes);
      return created;
    },
    rawNotModified(encoding: Encoding, create: () => RawResponse): RawResponse {
      const existing = rawNotModified.get(encoding);
      if (existing) return existing;
      const created = create();
      rawNotModified.set(encoding, created);
      resize(created.headBytes);
      return created;
    },
  };
}
