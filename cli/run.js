// JavaScript, because an older Node cannot load TypeScript and would end with a stack.
import { assertInstalled } from '../server/assert-installed.js';

assertInstalled();
// First, because loading the code of a command takes half a second of the processor.
const { lowerPriority } = await import('@longhand/api/child-process');
lowerPriority();
const [name] = process.argv.splice(2, 1);
await import(`./${name}.ts`);
