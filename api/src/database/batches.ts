export const BATCH_SIZE = 100;

/** All rows in batches, in the order of a key: ten thousand posts are never in memory together. */
export async function* readInBatches<Row, Key>(
  start: Key,
  readAfter: (key: Key) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
): AsyncGenerator<Row[]> {
  for (let after = start; ; ) {
    const rows = await readAfter(after);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = keyOf(last);
  }
}
