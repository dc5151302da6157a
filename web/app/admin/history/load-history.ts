import type { ClientLoaderFunctionArgs } from 'react-router';
import { adminApi } from '../api/admin-api.ts';
import type { ListPart } from '../api/request.ts';
import { withFallback } from '../ui/with-fallback.ts';

type Calls<Entry, Version, Earlier> = {
  readonly find: (id: string) => Promise<Entry | undefined>;
  readonly listVersions: (
    id: string,
    limit: number,
    next: string | null,
  ) => Promise<ListPart<Version>>;
  readonly findVersion: (id: string, version: number) => Promise<Earlier>;
};

/** Of the history's page. */
type Address = Pick<ClientLoaderFunctionArgs, 'params' | 'url'>;

/** How many versions are listed at first, and how many more each time. */
const STEP = 50;

/** How many are listed: in the URL, so that choosing one of them leaves the list as it is. */
export const LISTED = 'listed';

/** With the version that the address names, or the last replaced one; null if it cannot be loaded. */
export function loadHistory<Entry, Version extends { readonly version: number }, Earlier>(
  { find, listVersions, findVersion }: Calls<Entry, Version, Earlier>,
  { params: { id = '' }, url }: Address,
) {
  const name = url.searchParams.get('version');
  const named = name === null ? undefined : Number(name);
  const wanted = Number(url.searchParams.get(LISTED)) || STEP;

  /** At least as many as wanted, and until the one that is named. */
  async function list() {
    const versions: Version[] = [];
    let next: string | null = null;
    do {
      const part: ListPart<Version> = await listVersions(id, STEP, next);
      versions.push(...part.entries);
      next = part.next;
    } while (
      next !== null &&
      (versions.length < wanted || (named ?? Infinity) < (versions.at(-1)?.version ?? 0))
    );
    return { versions, older: next === null ? null : versions.length + STEP };
  }

  async function load() {
    const [current, listed, settings] = await Promise.all([
      find(id),
      list(),
      withFallback(adminApi.readSettings(), null),
    ]);
    const version = named ?? listed.versions[0]?.version;
    const earlier = version === undefined ? null : await findVersion(id, version);
    const isThinned = settings?.thin_versions ?? false;
    return current ? { current, ...listed, isThinned, earlier } : null;
  }

  return withFallback(load(), null);
}
