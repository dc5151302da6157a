import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, readConfig } from '@longhand/api/config';
import { type Moved, MoveError, moveBlog, nameOfDatabase } from '@longhand/api/moving';
import { readEnvironment } from '../server/environment.ts';
import { counted } from './amounts.ts';
import { explainMistake, say, whereTyped } from './command.ts';

const USAGE =
  'npm run move -- --to postgres://user:password@host/database, or npm run move -- --to FOLDER';
const SHOWN_EVERY_MS = 200;
const NAMED = 5;

type Target = { readonly dataDir: string; readonly databaseUrl?: string };

function readTarget(config: Config, folder: string): Target {
  const { to } = readArguments();
  if (to === undefined) throw new MoveError(`Where to? It is: ${USAGE}`);
  if (/^postgres(ql)?:\/\//.test(to)) {
    if (!URL.canParse(to)) throw new MoveError(`That is no address. It is: ${USAGE}`);
    return { dataDir: config.dataDir, databaseUrl: to };
  }
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(to))
    throw new MoveError(`That is neither PostgreSQL nor a folder. It is: ${USAGE}`);
  return { dataDir: resolve(folder, to) };
}

function readArguments(): { to?: string | undefined } {
  try {
    return parseArgs({ options: { to: { type: 'string' } } }).values;
  } catch {
    throw new MoveError(`That is not understood. It is: ${USAGE}`);
  }
}

/** On a terminal one line that changes, elsewhere one for each part that is done. */
function showProgress(terminal: NodeJS.WriteStream = process.stderr) {
  let shownAt = 0;
  return {
    update(what: string, done: number, total: number): void {
      const isDone = done === total;
      if (terminal.isTTY ? !isDone && Date.now() - shownAt < SHOWN_EVERY_MS : !isDone) return;
      shownAt = Date.now();
      const line = `${what.replaceAll('_', ' ')}: ${done} of ${total}`;
      terminal.write(terminal.isTTY ? `\r\x1b[K${line}` : `${line}\n`);
    },
    end(): void {
      if (terminal.isTTY) terminal.write('\r\x1b[K');
    },
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

function nextStep({ dataDir, databaseUrl }: Target): string {
  return databaseUrl === undefined
    ? `Now set DATA_DIR to ${dataDir}, unset DATABASE_URL, and start it.`
    : `Now set DATABASE_URL to that address, leave DATA_DIR as it is, and start it.`;
}

try {
  const environment = readEnvironment();
  const config = readConfig(environment);
  const target = readTarget(config, whereTyped(environment));
  const progress = showProgress();
  const moved = await moveBlog(config, target, progress.update).finally(progress.end);
  const name = target.databaseUrl ? nameOfDatabase(target.databaseUrl) : target.dataDir;
  say(
    `${name}\nhas the blog now: ${counted(moved.posts, 'post', 'posts')}, with everything that belongs to them, ${counted(moved.rows, 'row', 'rows')}, each compared with where it came from.`,
  );
  tellOfImages(moved.uploads);
  say(`Where it was, nothing was changed. ${nextStep(target)} Everybody has to log in again.`);
} catch (error) {
  say(explainMistake(error));
  process.exit(1);
}
