import { parseArgs } from 'node:util';
import { BackupError } from '@longhand/api/backups';
import { type Config, readConfig } from '@longhand/api/config';
import { readEnvironment } from '../server/environment.ts';
import { explainStartFailure } from '../server/failures.ts';

/** For a person: what a command says. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** What the person who typed a command can put right; its message is all there is to say. */
export class CommandError extends Error {}

type OptionTypes = Readonly<Record<string, 'string' | 'boolean'>>;
type Values = Readonly<Record<string, string | boolean | undefined>>;

export type Context = {
  readonly environment: NodeJS.ProcessEnv;
  /** Read when it is asked for; throws with every mistake in the settings. */
  readonly config: Config;
  readonly argument: string | undefined;
  readonly options: Values;
  /** Where the command was typed: npm runs it in the project's folder. */
  readonly folder: string;
};

export type Command = {
  readonly usage: string;
  readonly options?: OptionTypes;
  /** What to say to an argument where none is taken. At most one is taken otherwise. */
  readonly noArgument?: string;
  readonly run: (context: Context) => Promise<void>;
};

type Arguments = Pick<Context, 'argument' | 'options'>;

function readArguments({ usage, options: types = {}, noArgument }: Command): Arguments {
  const refuse = (why: string) => new CommandError(`${why} It is: ${usage}`);
  const named = Object.entries({ ...types, help: 'boolean' } as const);
  const options = Object.fromEntries(named.map(([name, type]) => [name, { type }]));
  const args = process.argv.slice(2);
  const { tokens } = parseArgs({ args, options, strict: false, tokens: true });
  for (const token of tokens)
    if (token.kind === 'option' && !Object.hasOwn(options, token.name))
      throw refuse(`There is no ${token.rawName}.`);
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    if (positionals.length > 0 && noArgument !== undefined) throw refuse(noArgument);
    if (positionals.length > 1) throw refuse('That is more than one thing.');
    return { argument: positionals[0], options: values };
  } catch (error) {
    throw error instanceof CommandError ? error : refuse('That is not understood.');
  }
}

/** One sentence where somebody can put it right. */
function explain(error: unknown): string {
  if (error instanceof CommandError || error instanceof BackupError) return error.message;
  return explainStartFailure(error, 'It did not work');
}

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

/** Runs a command; a failure that can be explained is one sentence, and exit 1. */
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
