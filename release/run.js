// JavaScript, because an older Node cannot load TypeScript and would end with a stack.
import { assertInstalled } from '../server/assert-installed.js';

assertInstalled();
await import('./release.ts');
