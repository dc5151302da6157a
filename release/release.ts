import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makeRelease, ReleaseError } from './make-release.ts';

const USAGE = 'npm run release, or npm run release -- FOLDER';
const ROOT = fileURLToPath(new URL('..', import.meta.url));

try {
  const { positionals } = parseArgs({ allowPositionals: true });
  if (positionals.length > 1) throw new ReleaseError(`Usage: ${USAGE}`);
  const files = makeRelease(ROOT, positionals[0] ?? 'releases', console.error);
  console.log(files.join('\n'));
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  console.error(error.message);
  process.exit(1);
}
