import { fileURLToPath } from 'node:url';

export const COMPILE_CACHE = fileURLToPath(
  new URL('../node_modules/.cache/longhand-tests', import.meta.url),
);

/** Otherwise each child process of a test compiles everything again. */
export function useCompileCache(): void {
  process.env.NODE_COMPILE_CACHE = COMPILE_CACHE;
}
