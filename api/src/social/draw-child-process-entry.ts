// Entry point of the child process: see draw-in-child-process.ts.
import { lowerPriority, preferForOomKill } from '../child-process-priority.ts';
import { killThisProcess, watchMemory } from '../images/watch-memory.ts';
import { drawPicture } from './draw-picture.ts';

const [, , job = '', maxBytes] = process.argv;

lowerPriority();
preferForOomKill();
const stopWatching = watchMemory(Number(maxBytes), killThisProcess);
process.stdout.write(await drawPicture(JSON.parse(job)));
stopWatching();
