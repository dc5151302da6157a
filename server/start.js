// The only JavaScript here: what follows is TypeScript, and is read from the cache that this
// turns on. Without it, every start would load the type stripper: 20 MB and a fifth of a second.
import { readFileSync } from 'node:fs';
import * as module from 'node:module';
import { fileURLToPath } from 'node:url';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const NEEDED = Number.parseInt(engines.node.replace('>=', ''), 10);

// An older one would say so in its own words, by a stack.
if (Number.parseInt(process.versions.node, 10) < NEEDED) {
  process.stderr.write(
    `\nIt needs Node ${NEEDED} or newer, and this is ${process.version} (${process.execPath}). Install Node ${NEEDED}, or run npm ci without --omit=dev, which brings one.\n`,
  );
  process.exit(1);
}

// Whatever it is where this was started: React would otherwise check itself at every step, and take
// three times as long.
// biome-ignore lint/style/noProcessEnv: nobody else may decide it
process.env.NODE_ENV = 'production';
module.enableCompileCache(
  fileURLToPath(new URL('../node_modules/.cache/longhand', import.meta.url)),
);
await import('./main.ts');
module.flushCompileCache();
