// JavaScript, because an older Node cannot load TypeScript and would end with a stack.
import { assertNode } from '../server/assert-node.js';

assertNode();
const [name] = process.argv.splice(2, 1);
await import(`./${name}.ts`);
