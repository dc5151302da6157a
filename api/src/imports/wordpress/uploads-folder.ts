import { basename } from 'node:path/posix';
import { copyEntry } from '../archive/read-entry.ts';
import type { Archive, ArchiveEntry } from '../source.ts';

/** Below the folder of uploads, like `2009/05/photo.jpg`. */
function uploadPath(address: string): string {
  const { pathname } = URL.parse(address) ?? { pathname: '' };
  return decoded(pathname).replace(/^.*\/uploads\/|^\/+/, '');
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The folder `wp-content/uploads`, which an archive may have beside the export, at any depth. */
export function createUploadsFolder(archive: Archive) {
  let byName: Map<string, ArchiveEntry[]> | undefined;

  function find(path: string): ArchiveEntry | undefined {
    byName ??= Map.groupBy(archive.entries, ({ name }) => basename(name));
    return byName
      .get(basename(path))
      ?.find(({ name }) => name === path || name.endsWith(`/${path}`));
  }

  return {
    copy: (address: string, to: string): Promise<boolean> =>
      copyEntry(archive, find(uploadPath(address)), to),
  };
}
