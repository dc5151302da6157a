import type { Account } from './account.ts';

/** Returns, for example, `0.2.0 (1a2b3c4d)`. */
export function softwareName({ version, commit }: Account['software']): string {
  return commit ? `${version} (${commit.slice(0, 8)})` : version;
}
