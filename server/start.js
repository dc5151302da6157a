// The only JavaScript here: what follows is TypeScript, and is read from the cache that this
// turns on. Without it, every start would load the type stripper: 20 MB and a fifth of a second.
import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Whatever it is where this was started: React would otherwise check itself at every step, and take
// three times as long.
// biome-ignore lint/style/noProcessEnv: nobody else may decide it
process.env.NODE_ENV = 'production';
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/longhand', import.meta.url)));
await import('./main.ts');
flushCompileCache();
