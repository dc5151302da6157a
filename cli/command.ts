import { parseArgs } from 'node:util';
import { BackupError } from '@longhand/api/backups';
import { type Config, readConfig } from '@longhand/api/config';
import { readEnvironment } from '../server/environment.ts';
import { explainStartFailure } from '../server/messages.ts';

/** Written to stderr, because stdout is for output that scripts may read. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** The message is shown without a stack. */
export class CommandError extends Error {}

/** Stands for the standard output of a backup, or the standard input of a restore, instead of a file. */
export const STANDARD_STREAM = '-';

type OptionTypes = Readonly<Record<string, 'string' | 'boolean'>>;
type Values = Readonly<Record<string, string | boolean | undefined>>;

export type Context = {
  readonly environment: NodeJS.ProcessEnv;
  /** Read on access. Throws if settings are invalid. */
  readonly config: Config;
  readonly argument: string | undefined;
  readonly options: Values;
  /** The folder in which the command was typed; npm runs it in the project folder. */
  readonly folder: string;
};

export type Command = {
  readonly usage: string;
  readonly options?: OptionTypes;
  /** The error message if an argument is given. Without it, one argument is accepted. */
  readonly noArgument?: string;
  readonly run: (context: Context) => Promise<void>;
};

type Arguments = Pick<Context, 'argument' | 'options'>;

function readArguments({ usage, options: types = {}, noArgument }: Command): Arguments {
  const refuse = (why: string) => new CommandError(`${why} Usage: ${usage}`);
  const allTypes = Object.entries({ ...types, help: 'boolean' } as const);
  const options = Object.fromEntries(allTypes.map(([name, type]) => [name, { type }]));
  const args = process.argv.slice(2);
  const { tokens } = parseArgs({ args, options, strict: false, tokens: true });
  for (const token of tokens)
    if (token.kind === 'option' && !Object.hasOwn(options, token.name))
      throw refuse(`Unknown option ${token.rawName}.`);
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    if (positionals.length > 0 && noArgument !== undefined) throw refuse(noArgument);
    if (positionals.length > 1) throw refuse('Only one argument is accepted.');
    return { argument: positionals[0], options: values };
  } catch (error) {
    throw error instanceof CommandError ? error : refuse('These arguments are not valid.');
  }
}

function explain(error: unknown): string {
  if (error instanceof CommandError || error instanceof BackupError) return error.message;
  return explainStartFailure(error, 'The command failed');
}

class Stopped extends CommandError {
  readonly exitCode: number;

  constructor(exitCode: number) {
    super('Stopped.');
    this.exitCode = exitCode;
  }
}

const STOP_SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

/** Ctrl+C aborts the action so that it can clean up; a second one kills the process. */
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

export async function runCommand(command: Command): Promise<void> {
  try {
    const { argument, options } = readArguments(command);
    if (options.help) {
      console.log(command.usage);
      return;
    }
    const environment = readEnvironment();
    await command.run({
      environment,
      argument,
      options,
      folder: environment.INIT_CWD ?? process.cwd(),
      get config() {
        return readConfig(environment);
      },
    });
  } catch (error) {
    say(explain(error));
    process.exit(error instanceof Stopped ? error.exitCode : 1);
  }
}
