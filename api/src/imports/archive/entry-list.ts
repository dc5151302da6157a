import { type ArchiveEntry, ImportError } from '../source.ts';
import { isIgnored, normalEntryName } from './entry-name.ts';
import { ARCHIVE_LIMITS } from './limits.ts';

/** The files of an archive with what opens each. */
export type EntryList<Opener> = {
  add(packedName: string, bytes: number, opener: Opener): void;
  readonly entries: readonly ArchiveEntry[];
  openerOf(entry: ArchiveEntry): Opener;
};

function refused(what: string): ImportError {
  return new ImportError(`The archive ${what}. Nothing was imported: import it in parts.`);
}

/** Counts the names that are added, which stay in memory, and fails beyond a limit. */
function createCounter(): (name: string) => void {
  let [entries, nameBytes] = [0, 0];
  return (name) => {
    entries += 1;
    nameBytes += name.length * 2;
    if (entries > ARCHIVE_LIMITS.entries)
      throw refused(`has more than ${ARCHIVE_LIMITS.entries.toLocaleString('en')} files`);
    if (nameBytes > ARCHIVE_LIMITS.nameBytes) throw refused('has too many long names');
  };
}

/** Of two files with one name the later counts, as when they are unpacked. */
export function createEntryList<Opener>(): EntryList<Opener> {
  const count = createCounter();
  const found = new Map<string, { readonly entry: ArchiveEntry; readonly opener: Opener }>();
  return {
    add(packedName, bytes, opener) {
      count(packedName);
      const name = normalEntryName(packedName);
      if (name === '' || isIgnored(name)) return;
      found.set(name, { entry: { name, bytes }, opener });
    },
    get entries() {
      return Array.from(found.values(), ({ entry }) => entry);
    },
    openerOf({ name }) {
      const opener = found.get(name)?.opener;
      if (opener === undefined) throw new Error(`No entry ${name}`);
      return opener;
    },
  };
}
