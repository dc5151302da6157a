import { readFileSync } from 'node:fs';

const ROOT = new URL('../../', import.meta.url);

function read(path: string): string | undefined {
  try {
    return readFileSync(new URL(path, ROOT), 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** Of a checkout, without the program git, which a server may lack. */
function checkedOutCommit(): string | undefined {
  const head = read('.git/HEAD');
  const ref = /^ref: (\S+)$/.exec(head ?? '')?.[1];
  if (ref === undefined) return head;
  const packed = read('.git/packed-refs')?.split('\n');
  return read(`.git/${ref}`) ?? packed?.find((line) => line.endsWith(` ${ref}`))?.split(' ')[0];
}

/** Written by `npm run release`. */
function releasedCommit(): string | undefined {
  const release = read('release.json');
  return release === undefined ? undefined : JSON.parse(release).commit;
}

function findCommit(): string | null {
  const commit = releasedCommit() ?? checkedOutCommit() ?? '';
  return /^[0-9a-f]{40}$/.test(commit) ? commit : null;
}

export const SOFTWARE_VERSION: string = JSON.parse(read('package.json') ?? '{}').version;

/** Null if this is neither a release nor a checkout. */
export const SOFTWARE_COMMIT = findCommit();

/** As the API gives it. */
export const SOFTWARE = { version: SOFTWARE_VERSION, commit: SOFTWARE_COMMIT };

/** For people: `0.2.0 (1a2b3c4d)`. */
export const SOFTWARE_NAME = SOFTWARE_COMMIT
  ? `${SOFTWARE_VERSION} (${SOFTWARE_COMMIT.slice(0, 8)})`
  : SOFTWARE_VERSION;
