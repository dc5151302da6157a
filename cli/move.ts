import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  type Config,
  DATABASE_ADDRESS,
  findSslMistakes,
  isDatabaseAddress,
  readConfig,
} from '@longhand/api/config';
import {
  type BlogLocation,
  type Moved,
  MoveError,
  moveBlog,
  nameOfDatabase,
} from '@longhand/api/moving';
import { readEnvironment } from '../server/environment.ts';
import { counted } from './amounts.ts';
import { explainMistake, say, whereTyped } from './command.ts';
import { progressLine } from './progress-line.ts';

const USAGE =
  'npm run move -- --to postgres://user:password@host/database, or npm run move -- --to FOLDER; with --uploads store or --uploads folder, the pictures move between the folder and the object store of the settings, too, and without --to only they do';
const NAMED = 5;

type Arguments = { readonly to?: string | undefined; readonly uploads?: string | undefined };

function readArguments(): Arguments {
  try {
    return parseArgs({ options: { to: { type: 'string' }, uploads: { type: 'string' } } }).values;
  } catch {
    throw new MoveError(`That is not understood. It is: ${USAGE}`);
  }
}

function readDatabase({ dataDir }: Config, to: string, folder: string) {
  if (isDatabaseAddress(to)) {
    const [mistake] = findSslMistakes(to);
    if (mistake !== undefined) throw new MoveError(`That address ${mistake}`);
    return { dataDir, databaseUrl: to };
  }
  if (/^postgres(ql)?:/i.test(to))
    throw new MoveError(`--to is no address of a database. It must be ${DATABASE_ADDRESS}.`);
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(to))
    throw new MoveError(`That is neither PostgreSQL nor a folder. It is: ${USAGE}`);
  return { dataDir: resolve(folder, to) };
}

/** Where the blog is and where it shall be. Pictures stay where they are kept, unless it is said. */
function readPlaces(config: Config, folder: string): { from: BlogLocation; to: BlogLocation } {
  const { to, uploads } = readArguments();
  const { dataDir, databaseUrl, s3 } = config;
  if (to === undefined && uploads === undefined) throw new MoveError(`Where to? It is: ${USAGE}`);
  if (uploads !== undefined && uploads !== 'store' && uploads !== 'folder')
    throw new MoveError(`Pictures go to the store or to the folder. It is: ${USAGE}`);
  if (uploads !== undefined && !s3)
    throw new MoveError('No object store is set: S3_ENDPOINT, S3_BUCKET and its keys say where.');
  const database = to === undefined ? { dataDir, databaseUrl } : readDatabase(config, to, folder);
  return {
    from: { dataDir, databaseUrl, s3: uploads === 'store' ? undefined : s3 },
    to: { ...database, s3: uploads === 'folder' ? undefined : s3 },
  };
}

/** On a terminal one line that changes, elsewhere one for each part that is done. */
function showProgress(terminal: NodeJS.WriteStream = process.stderr) {
  const line = progressLine(terminal);
  return {
    update(what: string, done: number, total: number): void {
      const text = `${what.replaceAll('_', ' ')}: ${done} of ${total}`;
      if (terminal.isTTY) line.show(text);
      else if (done === total) terminal.write(`${text}\n`);
    },
    end: line.clear,
  };
}

function several(names: readonly string[]): string {
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
  return `${names.slice(0, NAMED).join(', ')}${more}`;
}

function tellOfImages({ whole, copied, damaged, missing }: Moved['uploads']): void {
  const how = copied > 0 ? `, of which ${copied} were copied now` : '';
  say(`${counted(whole, 'image', 'images')} were read and are whole${how}.`);
  if (damaged.length > 0)
    say(
      `Not whole where they were, and left there: ${several(damaged)}. npm run doctor says more.`,
    );
  if (missing.length > 0)
    say(`Named in a text, but not there: ${several(missing)}. npm run doctor says more.`);
}

function nameOf({ dataDir, databaseUrl }: BlogLocation): string {
  return databaseUrl === undefined ? dataDir : nameOfDatabase(databaseUrl);
}

function tellOfPosts({ posts, rows }: Moved, to: BlogLocation): void {
  const all = counted(posts, 'post', 'posts');
  const { s3 } = to;
  const where = s3 ? `the bucket ${s3.bucket}` : join(to.dataDir, 'uploads');
  say(
    rows === undefined
      ? `${nameOf(to)}\nkeeps the blog: ${all}, of which nothing was copied. Only the pictures were, into ${where}.`
      : `${nameOf(to)}\nhas the blog now: ${all}, with everything that belongs to them, ${counted(rows, 'row', 'rows')}, each compared with where it came from.`,
  );
}

function databaseStep({ dataDir, databaseUrl }: BlogLocation): string {
  return databaseUrl === undefined
    ? `set DATA_DIR to ${dataDir}, unset DATABASE_URL`
    : 'set DATABASE_URL to that address, leave DATA_DIR as it is';
}

function storeStep(from: BlogLocation, to: BlogLocation): string | undefined {
  if (from.s3 && to.s3) return 'keep the settings of the object store';
  if (to.s3) return 'set S3_ENDPOINT and the other S3_ settings for good as they are now';
  return from.s3 && 'remove S3_ENDPOINT and the other S3_ settings';
}

function tellNextStep({ rows }: Moved, from: BlogLocation, to: BlogLocation): void {
  const steps = [rows !== undefined && databaseStep(to), storeStep(from, to)].filter(Boolean);
  const login = rows === undefined ? '' : ' Everybody has to log in again.';
  say(`Where it was, nothing was changed. Now ${steps.join(', ')}, and start it.${login}`);
}

try {
  const environment = readEnvironment();
  const { from, to } = readPlaces(readConfig(environment), whereTyped(environment));
  const progress = showProgress();
  const moved = await moveBlog(from, to, progress.update).finally(progress.end);
  tellOfPosts(moved, to);
  tellOfImages(moved.uploads);
  tellNextStep(moved, from, to);
} catch (error) {
  say(explainMistake(error));
  process.exit(1);
}
