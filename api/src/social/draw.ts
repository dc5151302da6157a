// Run as a process of its own, which takes an order and answers with a picture: see draw-apart.ts.
import { setPriority } from 'node:os';
import { drawPicture } from './draw-picture.ts';

const AFTER_THE_VISITORS = 10;

setPriority(AFTER_THE_VISITORS);
process.stdout.write(await drawPicture(JSON.parse(process.argv[2] ?? '')));
