// JavaScript, because it turns on the compile cache before any TypeScript is loaded. Without the
// cache, every start would load the type stripper: 20 MB and a fifth of a second.
import * as module from 'node:module';
import { fileURLToPath } from 'node:url';
import { assertInstalled } from './assert-installed.js';

assertInstalled();
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
