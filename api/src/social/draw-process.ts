// Run as a process of its own, which takes an order and answers with a picture: see draw-in-child-process.ts.
import { lowerPriority, preferForOomKill } from '../child-process-priority.ts';
import { endAtOnce, watchMemory } from '../images/watch-memory.ts';
import { drawPicture } from './draw-picture.ts';

const [, , order = '', maxBytes] = process.argv;

lowerPriority();
preferForOomKill();
const stopWatching = watchMemory(Number(maxBytes), endAtOnce);
process.stdout.write(await drawPicture(JSON.parse(order)));
stopWatching();
