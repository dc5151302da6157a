import type { ArchiveEntry } from '../source.ts';

/** The path of an address within a site, decoded; '' if it is none. */
export function pathOfAddress(address: string): string {
  const { pathname = '' } = URL.parse(address.trim(), 'http://site.invalid/') ?? {};
  try {
    return decodeURIComponent(pathname).normalize('NFC').replace(/^\/+/, '');
  } catch {
    return pathname.replace(/^\/+/, '');
  }
}

/** Finds the entries of an archive by their paths. */
export function createEntryIndex(entries: readonly ArchiveEntry[]) {
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const byLastName = new Map(
    entries.map((entry) => [entry.name.slice(entry.name.lastIndexOf('/') + 1), entry]),
  );
  const bySuffix = new Map<string, Map<string, ArchiveEntry>>();

  function namesFrom(folder: string): Map<string, ArchiveEntry> {
    const known = bySuffix.get(folder);
    if (known) return known;
    const found = new Map<string, ArchiveEntry>();
    for (const entry of entries) {
      const at = `/${entry.name}`.indexOf(`/${folder}`);
      if (at !== -1 && !found.has(entry.name.slice(at))) found.set(entry.name.slice(at), entry);
    }
    bySuffix.set(folder, found);
    return found;
  }

  return {
    byName: (name: string) => byName.get(name),

    /** By the last part of an address, whatever folder it is in. */
    byFileName(address: string): ArchiveEntry | undefined {
      const path = pathOfAddress(address);
      return byLastName.get(path.slice(path.lastIndexOf('/') + 1));
    },

    /** By what an address and an entry have in common from a folder on, like `content/images/`. */
    byEnd(address: string, folder: string): ArchiveEntry | undefined {
      const path = pathOfAddress(address);
      const at = `/${path}`.indexOf(`/${folder}`);
      return at === -1 ? undefined : namesFrom(folder).get(path.slice(at));
    },
  };
}

export type EntryIndex = ReturnType<typeof createEntryIndex>;
