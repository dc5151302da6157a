// JavaScript, because an older Node cannot load TypeScript and would end with a stack.
import { assertInstalled } from '../server/assert-installed.js';

assertInstalled();
const [name] = process.argv.splice(2, 1);
await import(`./${name}.ts`);
