import { BackupError } from '@longhand/api/backups';
import { type Config, readConfig } from '@longhand/api/config';
import { MoveError } from '@longhand/api/moving';
import { readEnvironment } from '../server/environment.ts';
import { explainStartFailure } from '../server/failures.ts';

/** For a person: what a command says. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Where a person was who typed the command: npm itself runs it in the project's folder. */
export function whereTyped(environment: NodeJS.ProcessEnv): string {
  return environment.INIT_CWD ?? process.cwd();
}

/** What the person who typed a command can put right; its message is all there is to say. */
export class CommandError extends Error {}

type Command = (config: Config, argument: string | undefined, folder: string) => Promise<void>;

function readArgument(usage: string, options: readonly string[]): string | undefined {
  const [argument, ...more] = process.argv.slice(2);
  if (more.length > 0) throw new CommandError(`That is more than one thing. It is: ${usage}`);
  if (argument?.startsWith('-') && !options.includes(argument))
    throw new CommandError(`There is no ${argument}. It is: ${usage}`);
  return argument;
}

/** One sentence where somebody can put it right. */
export function explainMistake(error: unknown): string {
  const isExplained = [CommandError, BackupError, MoveError].some((kind) => error instanceof kind);
  return isExplained && error instanceof Error
    ? error.message
    : explainStartFailure(error, 'It did not work');
}

/** Somebody has ended it, which needs no words. */
class Stopped extends CommandError {
  readonly exitCode: number;

  constructor(exitCode: number) {
    super('Stopped.');
    this.exitCode = exitCode;
  }
}

const STOP_SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

/** Lets something clean up after itself at Ctrl+C; a second one ends it as it is. */
export async function untilStopped<Result>(
  action: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const stopping = new AbortController();
  for (const [name, exitCode] of Object.entries(STOP_SIGNALS))
    process.once(name, () => stopping.abort(new Stopped(exitCode)));
  try {
    return await action(stopping.signal);
  } catch (error) {
    throw stopping.signal.aborted ? stopping.signal.reason : error;
  }
}

/**
 * Runs a command of at most one argument, or one of its options; a failure that it explains is one
 * sentence, and exit 1.
 */
export function runCommand(
  usage: string,
  command: Command,
  options: readonly string[] = [],
): Promise<void> {
  return runWithEnvironment(
    usage,
    (environment, argument) => command(readConfig(environment), argument, whereTyped(environment)),
    options,
  );
}

/** The same for one that reads the settings by itself, and goes on where they are wrong. */
export async function runWithEnvironment(
  usage: string,
  command: (environment: NodeJS.ProcessEnv, argument: string | undefined) => Promise<void>,
  options: readonly string[] = [],
): Promise<void> {
  try {
    const argument = readArgument(usage, options);
    await command(readEnvironment(), argument);
  } catch (error) {
    say(explainMistake(error));
    process.exit(error instanceof Stopped ? error.exitCode : 1);
  }
}
