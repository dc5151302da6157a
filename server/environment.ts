import cluster from 'node:cluster';
import { existsSync } from 'node:fs';

export const ENVIRONMENT_FILE = '.env';

/** The environment, with what a .env file in the working folder adds to it. */
export function readEnvironment(): NodeJS.ProcessEnv {
  // A worker is handed what the primary read: one that replaces another must be like it.
  if (cluster.isPrimary && existsSync(ENVIRONMENT_FILE)) process.loadEnvFile(ENVIRONMENT_FILE);
  return process.env;
}
