import { existsSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { nameOfDatabase } from '../database/location.ts';
import { giveToOwner, makeFolder } from '../database/ownership.ts';
import { syncPathNow } from '../durable-files.ts';
import { BackupError, reasonOf } from './backup-error.ts';
import { copyContent } from './database-snapshot.ts';
import { bringToNow, nameAside, type Prepared, refuseWhileUsed } from './exchange.ts';
import { copyIntoPostgres, hasBlog } from './postgres-content.ts';
import { addUploads, keepUploads, removeUploadsExcept } from './uploads-exchange.ts';

type Place = { readonly dataDir: string; readonly databaseUrl: string };

/** The present blog, in the form of a folder of data. */
async function keepPresent(place: Place, aside: string, signal?: AbortSignal): Promise<void> {
  makeFolder(place.dataDir, aside);
  if (await hasBlog(place.databaseUrl)) await copyContent(place, aside, signal);
  keepUploads(place.dataDir, aside);
  syncPathNow(aside);
  giveToOwner(place.dataDir, aside);
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // There is something in it.
  }
}

/**
 * Makes what was prepared the blog at an address, in one transaction. Uploads are named by their
 * content, so those of both can be there at once: the new ones come before it ends and the others go
 * after, and at no moment is one missing that a post shows.
 */
export async function exchangePostgres(
  place: Place,
  prepared: Prepared,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const { dataDir, databaseUrl } = place;
  const { incoming, now } = prepared;
  const aside = join(dataDir, nameAside(dataDir, 'restore', now));
  let added: readonly string[] | undefined;
  try {
    bringToNow(prepared);
    await keepPresent(place, aside, signal);
    const beforeEnd = () => {
      added = addUploads(incoming, dataDir);
    };
    // All this took its time, in which somebody may have started it.
    await refuseWhileUsed(place);
    await copyIntoPostgres(incoming, databaseUrl, { now, signal, beforeEnd });
  } catch (error) {
    // A connection that is lost at the very end leaves open whether it was in time.
    const isKnown = added === undefined;
    if (isKnown) rmSync(aside, { recursive: true, force: true });
    if (error instanceof BackupError) throw error;
    const state = isKnown
      ? 'Nothing was changed.'
      : `Whether all of it is there cannot be said: try again. What was there before is in ${aside}.`;
    throw new BackupError(
      `The backup could not be brought into ${nameOfDatabase(databaseUrl)}: ${reasonOf(error)}. ${state}`,
      { cause: error },
    );
  }
  removeUploadsExcept(dataDir, added ?? []);
  removeEmpty(aside);
  return existsSync(aside) ? aside : undefined;
}
