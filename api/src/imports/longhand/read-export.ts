import { EXPORT_FILE, EXPORT_FORMAT, exportHead } from '@longhand/contract/exports';
import { JSONParser } from '@streamparser/json';
import { createJsonGuard } from '../archive/json-guard.ts';
import { readStart } from '../archive/read-entry.ts';
import { type Archive, type ArchiveEntry, ImportError } from '../source.ts';

const START_BYTES = 4 * 1024;
/** `{"posts":[{…}]}`: where records begin. */
const RECORD_DEPTH = 3;

/** At the top of the archive, or in its only folder. */
export function findExport({ entries }: Archive): ArchiveEntry | undefined {
  return entries
    .filter(({ name }) => /^(?:[^/]+\/)?[^/]+$/.test(name))
    .find(({ name }) => name.split('/').at(-1) === EXPORT_FILE);
}

export async function isExport(archive: Archive): Promise<boolean> {
  const entry = findExport(archive);
  if (!entry) return false;
  return /^\s*\{\s*"software"\s*:\s*"longhand"/.test(await readStart(archive, entry, START_BYTES));
}

function damaged(cause?: unknown): ImportError {
  return new ImportError(
    `${EXPORT_FILE} is damaged or incomplete: it is not JSON to its end. Export the blog again.`,
    { cause },
  );
}

type Value = { readonly list: string; readonly value: unknown };

/** The values at these paths, in the order of the file, which is read as a stream. */
async function* readValues(
  archive: Archive,
  entry: ArchiveEntry,
  paths: readonly string[],
): AsyncGenerator<Value> {
  const found: Value[] = [];
  const parser = new JSONParser({ paths: [...paths], keepStack: false });
  parser.onValue = ({ value, key, stack }) =>
    found.push({ list: String(stack.at(-1)?.key ?? key), value });
  const guard = createJsonGuard(RECORD_DEPTH);
  for await (const chunk of await archive.open(entry)) {
    guard(chunk);
    try {
      parser.write(chunk);
    } catch (error) {
      throw damaged(error);
    }
    yield* found.splice(0);
  }
  if (!parser.isEnded) throw damaged();
}

/** Every page, redirect or post of the lists. */
export function readLists(archive: Archive, entry: ArchiveEntry, lists: readonly string[]) {
  return readValues(
    archive,
    entry,
    lists.map((list) => `$.${list}.*`),
  );
}

export async function readHead(archive: Archive, entry: ArchiveEntry) {
  const paths = Object.keys(exportHead.shape).map((name) => `$.${name}`);
  const head: Record<string, unknown> = {};
  for await (const { list, value } of readValues(archive, entry, paths)) head[list] = value;
  if (typeof head.format === 'number' && head.format > EXPORT_FORMAT)
    throw new ImportError(
      `${EXPORT_FILE} was made by a newer version of Longhand. Update this one first.`,
    );
  const parsed = exportHead.safeParse(head);
  if (!parsed.success)
    throw new ImportError(
      `${EXPORT_FILE} is not complete: ${parsed.error.issues[0]?.path.join('.')} is missing or not valid. Export the blog again.`,
    );
  return parsed.data;
}
