import type { Section } from '../bench/report.ts';
import { stopTrial } from './stop.ts';
import { killTrial } from './kill.ts';

/** A trial as it is written down: at full length, by `npm run trials`. */
export type Trial = () => Promise<Section>;

/** By the name that picks one of them: `npm run trials -- kill`. In the order of the report. */
export const TRIALS: Readonly<Record<string, Trial>> = {
  stop: stopTrial,
  kill: killTrial,
};
