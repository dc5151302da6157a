import cluster from 'node:cluster';
import { existsSync } from 'node:fs';

const FILE = '.env';

/** The environment, with what a .env file in the working folder adds to it. */
export function readEnvironment(): NodeJS.ProcessEnv {
  // A worker is handed what the primary read: one that replaces another must be like it.
  if (cluster.isPrimary && existsSync(FILE)) process.loadEnvFile(FILE);
  return process.env;
}
