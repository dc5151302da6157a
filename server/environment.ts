import { existsSync } from 'node:fs';

const FILE = '.env';

/** The environment, with what a .env file in the working folder adds to it. */
export function readEnvironment(): NodeJS.ProcessEnv {
  if (existsSync(FILE)) process.loadEnvFile(FILE);
  return process.env;
}
