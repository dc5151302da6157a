import cluster from 'node:cluster';
import { accessSync, constants, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { StartError } from './messages.ts';

export const ENVIRONMENT_FILE = '.env';

function loadFile(): void {
  try {
    // loadEnvFile reports ENOENT whatever the reason is.
    accessSync(ENVIRONMENT_FILE, constants.R_OK);
    process.loadEnvFile(ENVIRONMENT_FILE);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(
      `The settings in ${resolve(ENVIRONMENT_FILE)} could not be read (${code}). It must be a file that this user can read. If the blog runs as another user, run commands as that one, like sudo -u longhand npm run doctor.`,
      { cause: error },
    );
  }
}

/** Includes the .env file of the working folder. */
export function readEnvironment(): NodeJS.ProcessEnv {
  // Workers inherit the environment of the primary, so that a restarted one has the same settings.
  if (cluster.isPrimary && existsSync(ENVIRONMENT_FILE)) loadFile();
  return process.env;
}

export function isStartedBySystemd(): boolean {
  return process.env.INVOCATION_ID !== undefined;
}
