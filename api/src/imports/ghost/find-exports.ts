import { readStart } from '../archive/read-entry.ts';
import type { Archive, ArchiveEntry } from '../source.ts';
import type { GhostFile } from './read-records.ts';

const START_BYTES = 64 * 1024;
/** Themes and other programs have JSON, too. */
const MAX_FILES = 50;

const IN_DB = /^\s*\{\s*"db"\s*:\s*\[/;
const IN_DATA = /^\s*\{\s*"(?:meta|data)"\s*:\s*\{/;
const OF_GHOST = /"exported_on"\s*:|"(?:posts|posts_tags|posts_authors|newsletters)"\s*:\s*\[/;

async function readKind(archive: Archive, entry: ArchiveEntry): Promise<GhostFile | null> {
  const start = (await readStart(archive, entry, START_BYTES)).replace(/^\ufeff/, '');
  const isInDb = IN_DB.test(start);
  return (isInDb || IN_DATA.test(start)) && OF_GHOST.test(start) ? { entry, isInDb } : null;
}

/** The files of Ghost, outside of its folders of pictures and themes. */
export async function findExports(archive: Archive): Promise<GhostFile[]> {
  const candidates = archive.entries
    .filter(({ name }) => /\.json$/i.test(name) && !/(?:^|\/)content\//.test(name))
    .slice(0, MAX_FILES);
  const files: GhostFile[] = [];
  for (const entry of candidates) {
    const file = await readKind(archive, entry).catch(() => null);
    if (file) files.push(file);
  }
  return files;
}
