// JavaScript, because it turns on the compile cache before any TypeScript is loaded. Without the
// cache, every start would load the type stripper: 20 MB and a fifth of a second.
import { readFileSync } from 'node:fs';
import * as module from 'node:module';
import { fileURLToPath } from 'node:url';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const MIN_NODE = Number.parseInt(engines.node.replace('>=', ''), 10);

// An older Node would fail with a stack.
if (Number.parseInt(process.versions.node, 10) < MIN_NODE) {
  process.stderr.write(
    `\nIt needs Node ${MIN_NODE} or newer, and this is ${process.version} (${process.execPath}). Install Node ${MIN_NODE}, or run npm ci without --omit=dev, which brings one.\n`,
  );
  process.exit(1);
}

// Always: the development build of React takes three times as long.
// biome-ignore lint/style/noProcessEnv: it must not depend on the environment
process.env.NODE_ENV = 'production';
const cache = fileURLToPath(new URL('../node_modules/.cache/longhand', import.meta.url));
module.enableCompileCache(cache);
// For child processes, like the one that decodes pictures.
// biome-ignore lint/style/noProcessEnv: it must not depend on the environment
process.env.NODE_COMPILE_CACHE = cache;
await import('./main.ts');
module.flushCompileCache();
