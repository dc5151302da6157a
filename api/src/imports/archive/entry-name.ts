import { ImportError } from '../source.ts';
import { ARCHIVE_LIMITS } from './limits.ts';

const DRIVE = /^[a-z]:/i;

/** For a sentence: without control characters, and not too long. */
export function shownName(name: string): string {
  const shown = name.replace(/\p{C}/gu, '�');
  return `“${shown.length > 80 ? `${shown.slice(0, 80)}…` : shown}”`;
}

function isUnsafe(name: string): boolean {
  const leadsOut = name.split('/').includes('..');
  return leadsOut || name.startsWith('/') || DRIVE.test(name) || name.includes('\0');
}

/**
 * A name as it is compared and shown: with slashes, without `.` and empty parts, composed. No program
 * packs names that lead out of the archive, so one with such a name is refused as a whole.
 */
export function normalEntryName(packed: string): string {
  const name = packed.replaceAll('\\', '/');
  if (isUnsafe(name))
    throw new ImportError(
      `The archive has a file with the name ${shownName(packed)}, which leads out of it. Nothing was imported: export it again, or unpack it and import the folder.`,
    );
  if (name.length > ARCHIVE_LIMITS.nameLength)
    throw new ImportError(
      `The archive has a file with a name that is too long: ${shownName(name)}`,
    );
  const parts = name.split('/').filter((part) => part !== '' && part !== '.');
  return parts.join('/').normalize('NFC');
}

/** Hidden files, those of programs (`.git`, `.obsidian`), and what macOS adds to a zip. */
export function isIgnored(name: string): boolean {
  return name.split('/').some((part) => part.startsWith('.') || part === '__MACOSX');
}
