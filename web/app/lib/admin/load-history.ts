import type { ClientLoaderFunctionArgs } from 'react-router';
import { withFallback } from './with-fallback.ts';

type Calls<Entry, Version, Earlier> = {
  readonly find: (id: string) => Promise<Entry | undefined>;
  readonly listVersions: (id: string) => Promise<readonly Version[]>;
  readonly findVersion: (id: string, version: number) => Promise<Earlier>;
};

/** With the version that the address names, or the last replaced one; null if it cannot be loaded. */
export function loadHistory<Entry, Version extends { readonly version: number }, Earlier>(
  calls: Calls<Entry, Version, Earlier>,
  { params: { id = '' }, url }: ClientLoaderFunctionArgs,
) {
  const named = url.searchParams.get('version');

  async function load() {
    const [current, versions] = await Promise.all([calls.find(id), calls.listVersions(id)]);
    const version = named === null ? versions[0]?.version : Number(named);
    const earlier = version === undefined ? null : await calls.findVersion(id, version);
    return current ? { current, versions, earlier } : null;
  }

  return withFallback(load(), null);
}
