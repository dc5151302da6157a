import { BackupError } from '@longhand/api/backups';
import { type Config, readConfig } from '@longhand/api/config';
import { readEnvironment } from '../server/environment.ts';
import { explainStartFailure } from '../server/failures.ts';

/** For a person: what a command says. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Where a person was who typed the command: npm itself runs it in the project's folder. */
function whereTyped(environment: NodeJS.ProcessEnv): string {
  return environment.INIT_CWD ?? process.cwd();
}

type Command = (config: Config, argument: string | undefined, folder: string) => Promise<void>;

/** Runs a command of at most one argument; a failure that it explains is one sentence, and exit 1. */
export async function runCommand(usage: string, command: Command): Promise<void> {
  const [argument, ...more] = process.argv.slice(2);
  try {
    if (more.length > 0) throw new BackupError(`That is more than one thing. It is: ${usage}`);
    const environment = readEnvironment();
    await command(readConfig(environment), argument, whereTyped(environment));
  } catch (error) {
    say(error instanceof BackupError ? error.message : explainStartFailure(error));
    process.exit(1);
  }
}
