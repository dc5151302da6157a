import { adminApi } from '../api/admin-api.ts';
import type { ListPart } from '../api/request.ts';
import type { PageAddress } from '../ui/loaded-page.tsx';
import { withFallback } from '../ui/with-fallback.ts';

export type HistoryCalls<Entry, Version> = {
  readonly find: (id: string) => Promise<Entry | undefined>;
  readonly listVersions: (
    id: string,
    limit: number,
    next: string | null,
  ) => Promise<ListPart<Version>>;
  readonly findVersion: (id: string, version: number) => Promise<Entry>;
};

const VERSIONS_PER_STEP = 50;

/** The count is in the URL so that choosing a version leaves the list as it is. */
export const LISTED = 'listed';

/** Shows the version in the URL, or the last replaced one; null if it cannot be loaded. */
export function loadHistory<Entry, Version extends { readonly version: number }>(
  { find, listVersions, findVersion }: HistoryCalls<Entry, Version>,
  { params: { id = '' }, search }: PageAddress,
) {
  const name = search.get('version');
  const named = name === null ? undefined : Number(name);
  const wanted = Number(search.get(LISTED)) || VERSIONS_PER_STEP;

  /** Lists at least `wanted` versions, and goes on until the named one. */
  async function list() {
    const versions: Version[] = [];
    let next: string | null = null;
    do {
      const part: ListPart<Version> = await listVersions(id, VERSIONS_PER_STEP, next);
      versions.push(...part.entries);
      next = part.next;
    } while (
      next !== null &&
      (versions.length < wanted || (named ?? Infinity) < (versions.at(-1)?.version ?? 0))
    );
    return { versions, older: next === null ? null : versions.length + VERSIONS_PER_STEP };
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
