import { join, resolve } from 'node:path';
import { type BlogLocation, describeLocation, type Moved, moveBlog } from '@longhand/api/backups';
import {
  type Config,
  DATABASE_ADDRESS,
  isDatabaseAddress,
  validateSslParameters,
} from '@longhand/api/config';
import { UPLOADS_FOLDER } from '@longhand/contract/media/image-names';
import { CommandError, type Context, runCommand, say } from './command.ts';
import { counted, progressLine } from './progress.ts';

const USAGE =
  'npm run move -- --to postgres://user:password@host/database, or npm run move -- --to FOLDER; with --uploads store or --uploads folder, images also move between the folder and the object store in the settings; without --to, only the images move';
const SHOWN_NAMES = 5;

function readDatabase({ dataDir }: Config, to: string, folder: string) {
  if (isDatabaseAddress(to)) {
    const [problem] = validateSslParameters(to);
    if (problem !== undefined) throw new CommandError(`That address ${problem}`);
    return { dataDir, databaseUrl: to };
  }
  if (/^postgres(ql)?:/i.test(to))
    throw new CommandError(`--to is not a database address. It must be ${DATABASE_ADDRESS}.`);
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(to))
    throw new CommandError(`That is neither a PostgreSQL address nor a folder. Usage: ${USAGE}`);
  return { dataDir: resolve(folder, to) };
}

/** Uploads stay where they are, unless --uploads is given. */
function readLocations({ config, options, folder }: Context): {
  from: BlogLocation;
  to: BlogLocation;
} {
  const { to, uploads } = options as { to?: string; uploads?: string };
  const { dataDir, databaseUrl, s3 } = config;
  if (to === undefined && uploads === undefined)
    throw new CommandError(`Which target? Usage: ${USAGE}`);
  if (uploads !== undefined && uploads !== 'store' && uploads !== 'folder')
    throw new CommandError(`--uploads must be store or folder. Usage: ${USAGE}`);
  if (uploads !== undefined && !s3)
    throw new CommandError(
      'No object store is configured: set S3_ENDPOINT, S3_BUCKET and its keys.',
    );
  const database = to === undefined ? { dataDir, databaseUrl } : readDatabase(config, to, folder);
  return {
    from: { dataDir, databaseUrl, s3: uploads === 'store' ? undefined : s3 },
    to: { ...database, s3: uploads === 'folder' ? undefined : s3 },
  };
}

/** A terminal shows one line that changes; otherwise there is a line for each finished part. */
function showProgress() {
  const line = progressLine();
  return {
    update(what: string, done: number, total: number): void {
      const text = `${what.replaceAll('_', ' ')}: ${done} of ${total}`;
      if (process.stderr.isTTY) line.show(text);
      else if (done === total) say(text);
    },
    end: line.clear,
  };
}

function sayPosts({ posts, rows }: Moved, to: BlogLocation): void {
  const all = counted(posts, 'post', 'posts');
  const where = to.s3 ? `the bucket ${to.s3.bucket}` : join(to.dataDir, UPLOADS_FOLDER);
  say(
    rows === undefined
      ? `${describeLocation(to)}\nkeeps the blog: ${all}. Only the images were copied, into ${where}.`
      : `${describeLocation(to)}\nnow has the blog: ${all} and everything that belongs to them. All ${counted(rows, 'row', 'rows')} were compared with the original.`,
  );
}

function sayNames(what: string, names: readonly string[]): void {
  if (names.length === 0) return;
  const more = names.length > SHOWN_NAMES ? ` and ${names.length - SHOWN_NAMES} more` : '';
  say(`${what}: ${names.slice(0, SHOWN_NAMES).join(', ')}${more}. Run npm run doctor for details.`);
}

function sayImages({ copied, present, corrupt, missing }: Moved['uploads']): void {
  const how = copied > 0 ? `, of which ${copied} were copied now` : '';
  say(`${counted(copied + present, 'image', 'images')} were read and are intact${how}.`);
  sayNames('Damaged at the source, and not copied', corrupt);
  sayNames('Used in a text, but missing', missing);
}

function databaseStep({ dataDir, databaseUrl }: BlogLocation): string {
  return databaseUrl === undefined
    ? `set DATA_DIR to ${dataDir}, unset DATABASE_URL`
    : 'set DATABASE_URL to that address, leave DATA_DIR as it is';
}

function storeStep(from: BlogLocation, to: BlogLocation): string | undefined {
  if (from.s3 && to.s3) return 'keep the settings of the object store';
  if (to.s3) return 'keep S3_ENDPOINT and the other S3_ settings as they are now';
  return from.s3 && 'remove S3_ENDPOINT and the other S3_ settings';
}

await runCommand({
  usage: USAGE,
  options: { to: 'string', uploads: 'string' },
  noArgument: 'These arguments are not valid.',
  async run(context) {
    const { from, to } = readLocations(context);
    const progress = showProgress();
    const moved = await moveBlog(from, to, progress.update).finally(progress.end);
    sayPosts(moved, to);
    sayImages(moved.uploads);
    const hasMovedDatabase = moved.rows !== undefined;
    const steps = [hasMovedDatabase && databaseStep(to), storeStep(from, to)].filter(Boolean);
    const login = hasMovedDatabase ? ' You will have to log in again.' : '';
    say(`The original was not changed. Now ${steps.join(', ')}, and start the blog.${login}`);
  },
});
