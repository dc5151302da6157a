export type Bytes = AsyncIterable<Uint8Array>;

type Chunk = { readonly bytes: Buffer; readonly isLast: boolean };

/** All chunks but the last have this size. The last is empty only if there is nothing at all. */
export async function* cutIntoChunks(content: Bytes, size: number): AsyncGenerator<Chunk> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const bytes of content) {
    waiting.push(bytes);
    length += bytes.length;
    if (length <= size) continue;
    const all = Buffer.concat(waiting);
    let start = 0;
    for (; all.length - start > size; start += size)
      yield { bytes: all.subarray(start, start + size), isLast: false };
    waiting = [all.subarray(start)];
    length = all.length - start;
  }
  yield { bytes: Buffer.concat(waiting), isLast: true };
}
