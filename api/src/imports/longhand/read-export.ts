import { EXPORT_FILE, EXPORT_FORMAT, exportHead } from '@longhand/contract/exports';
import { readStart } from '../archive/read-entry.ts';
import { readJson } from '../archive/read-json.ts';
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

/** Every page, redirect or post of the lists. */
export function readLists(archive: Archive, entry: ArchiveEntry, lists: readonly string[]) {
  return readJson(archive, entry, {
    paths: lists.map((list) => `$.${list}.*`),
    recordDepth: RECORD_DEPTH,
  });
}

export async function readHead(archive: Archive, entry: ArchiveEntry) {
  const paths = Object.keys(exportHead.shape).map((name) => `$.${name}`);
  const head: Record<string, unknown> = {};
  for await (const { list, value } of readJson(archive, entry, {
    paths,
    recordDepth: RECORD_DEPTH,
  }))
    head[list] = value;
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
