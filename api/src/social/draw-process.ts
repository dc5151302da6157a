// Run as a process of its own, which takes an order and answers with a picture: see draw-in-child-process.ts.
import { setPriority } from 'node:os';
import { endAtOnce, offerToEndFirst, watchMemory } from '../images/watch-memory.ts';
import { drawPicture } from './draw-picture.ts';

const AFTER_THE_VISITORS = 10;

const [, , order = '', maxBytes] = process.argv;

setPriority(AFTER_THE_VISITORS);
offerToEndFirst();
const stopWatching = watchMemory(Number(maxBytes), endAtOnce);
process.stdout.write(await drawPicture(JSON.parse(order)));
stopWatching();
