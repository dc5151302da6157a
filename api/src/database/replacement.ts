import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { UPLOADS_FOLDER } from '@longhand/contract/image-names';
import { syncPathNow } from '../durable-files.ts';
import { COMPANIONS, DATABASE_FILE } from './database-file.ts';
import { withExclusiveLock } from './exclusive-lock.ts';
import { giveToOwner } from './ownership.ts';
import { lockReplacement, ReplacementLocked } from './replacement-lock.ts';

/** Written before the first step and removed after the last: whoever finds it goes on from there. */
const JOURNAL = 'replacing.json';

/** New data for a folder, all of it ready and on the disk, and where the present data goes. */
type Replacement = {
  /** The folder within the data's with the new ones. Whatever is not in it stays as it is. */
  readonly incoming: string;
  readonly aside: string;
};

function journalFile(dataDir: string): string {
  return join(dataDir, JOURNAL);
}

function unfinishedJournal(dataDir: string): string {
  return `${journalFile(dataDir)}.tmp`;
}

function writeJournal(dataDir: string, replacement: Replacement): void {
  const temporary = unfinishedJournal(dataDir);
  writeFileSync(temporary, JSON.stringify(replacement), { mode: 0o600, flush: true });
  giveToOwner(dataDir, temporary);
  renameSync(temporary, journalFile(dataDir));
  syncPathNow(dataDir);
}

function readJournal(dataDir: string): Replacement | undefined {
  if (!isReplacing(dataDir)) return undefined;
  return JSON.parse(readFileSync(journalFile(dataDir), 'utf8'));
}

/** Present under both names for a moment, so that there is none without a database. */
function putFile(present: string, aside: string): void {
  try {
    linkSync(present, aside);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A file system without links; what is put aside already is no more there to be linked.
    if (code !== 'EEXIST') renameSync(present, aside);
  }
}

function exchangeUploads(dataDir: string, incoming: string, aside: string): void {
  const [next, present, old] = [incoming, dataDir, aside].map((folder) =>
    join(folder, UPLOADS_FOLDER),
  );
  if (!next || !present || !old || !existsSync(next)) return;
  if (existsSync(present) && !existsSync(old)) renameSync(present, old);
  renameSync(next, present);
}

function exchangeDatabase(dataDir: string, incoming: string, aside: string): void {
  const next = join(incoming, DATABASE_FILE);
  if (!existsSync(next)) return;
  for (const suffix of COMPANIONS) {
    // Only beside a database that could not be opened: it must not be taken for the new one's.
    const companion = join(dataDir, DATABASE_FILE + suffix);
    if (existsSync(companion)) renameSync(companion, join(aside, DATABASE_FILE + suffix));
  }
  const present = join(dataDir, DATABASE_FILE);
  if (existsSync(present)) putFile(present, join(aside, DATABASE_FILE));
  renameSync(next, present);
}

/** Every step can be repeated: a step that is done has nothing left to take. */
function carryOut(dataDir: string, replacement: Replacement): void {
  const incoming = join(dataDir, replacement.incoming);
  const aside = join(dataDir, replacement.aside);
  mkdirSync(aside, { recursive: true, mode: 0o700 });
  giveToOwner(dataDir, aside);
  if (existsSync(incoming)) giveToOwner(dataDir, incoming);
  exchangeUploads(dataDir, incoming, aside);
  exchangeDatabase(dataDir, incoming, aside);
  syncPathNow(aside);
  syncPathNow(dataDir);
  // ResponseContent from what was there before, and made again when it is asked for.
  rmSync(join(dataDir, 'cache'), { recursive: true, force: true });
  rmSync(join(aside, UPLOADS_FOLDER, 'narrower'), { recursive: true, force: true });
  rmSync(incoming, { recursive: true, force: true });
  if (readdirSync(aside).length === 0) rmdirSync(aside);
  rmSync(journalFile(dataDir), { force: true });
  syncPathNow(dataDir);
}

function isUntouched(dataDir: string, { aside }: Replacement): boolean {
  const folder = join(dataDir, aside);
  return !existsSync(folder) || readdirSync(folder).length === 0;
}

/** Puts new data in the place of the present; fails with `DatabaseInUse` while somebody uses those. */
export function replaceData(dataDir: string, replacement: Replacement): void {
  withExclusiveLock(dataDir, () => {
    writeJournal(dataDir, replacement);
    try {
      carryOut(dataDir, replacement);
    } catch (error) {
      // For example because the uploads are a disk of their own, which cannot be renamed.
      if (isUntouched(dataDir, replacement)) {
        rmSync(journalFile(dataDir), { force: true });
        rmSync(join(dataDir, replacement.aside), { recursive: true, force: true });
      }
      throw error;
    }
  });
}

/** Whether a replacement was begun, and is not done yet. */
export function isReplacing(dataDir: string): boolean {
  return existsSync(journalFile(dataDir));
}

/** What is left of a replacement that was ended before it had begun, unless one is just beginning. */
function removeUnbegun(dataDir: string): void {
  if (!existsSync(unfinishedJournal(dataDir))) return;
  try {
    const giveBack = lockReplacement(dataDir);
    rmSync(unfinishedJournal(dataDir), { force: true });
    giveBack();
  } catch (error) {
    if (!(error instanceof ReplacementLocked)) throw error;
  }
}

/** Of a folder that is named after what it was put aside for. */
function describeFinished(aside: string): string {
  const what = /before-(restore|rollback|move)-/.exec(aside)?.[1] ?? 'exchange of data';
  const where = existsSync(aside) ? ` The data from before it are in ${aside}.` : '';
  return `The ${what} that was interrupted is finished now.${where}`;
}

/** Goes on with a replacement that was interrupted. Returns a sentence about it, if there was one. */
export function finishReplacement(dataDir: string): string | undefined {
  const replacement = readJournal(dataDir);
  if (!replacement) {
    removeUnbegun(dataDir);
    return undefined;
  }
  withExclusiveLock(dataDir, () => carryOut(dataDir, replacement));
  return describeFinished(join(dataDir, replacement.aside));
}
