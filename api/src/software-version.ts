import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkedOutCommit, readTrimmed } from './checked-out-commit.ts';

// The image runs this file without any package: see Dockerfile.
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const read = (name: string) => readTrimmed(join(ROOT, name));

/** Written by `npm run release`. */
function releasedCommit(): string | undefined {
  const release = read('release.json');
  return release === undefined ? undefined : JSON.parse(release).commit;
}

function findCommit(): string | null {
  const commit = releasedCommit() ?? checkedOutCommit(ROOT) ?? '';
  return /^[0-9a-f]{40}$/.test(commit) ? commit : null;
}

export const SOFTWARE_VERSION: string = JSON.parse(read('package.json') ?? '{}').version;

/** Null if this is neither a release nor a checkout. */
export const SOFTWARE_COMMIT = findCommit();

/** As the API gives it. */
export const SOFTWARE = { version: SOFTWARE_VERSION, commit: SOFTWARE_COMMIT };
