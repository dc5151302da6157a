import { resolve } from 'node:path';
import { type RunningSite, startSite } from '../test-support/site.ts';
import { ensureBuilt } from '../web/server/build-stamp.ts';

export const CHECKOUTS = ['other', 'this'] as const;
export type Both<Value> = Readonly<Record<(typeof CHECKOUTS)[number], Value>>;

/** The checkout that the command names; it has to be built. */
export function otherCheckout(): string {
  const path = process.argv[2];
  if (path === undefined) {
    console.error('Which checkout? Please give the path of another one that is built.');
    process.exit(1);
  }
  ensureBuilt(console.error);
  return resolve(path);
}

export async function startBoth(
  other: string,
  folders: Both<string>,
  settings: Readonly<Record<string, string>> = {},
): Promise<Both<RunningSite>> {
  return {
    other: await startSite(folders.other, settings, undefined, other),
    this: await startSite(folders.this, settings),
  };
}
