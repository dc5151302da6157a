import { doJobs, endWhenDisconnected, lowerPriority, preferForOomKill } from '../child-process.ts';
import { drawPicture } from './draw-picture.ts';

lowerPriority();
preferForOomKill();
endWhenDisconnected();
doJobs(drawPicture);
