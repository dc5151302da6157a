import type { Section } from '../test-support/report.ts';
import { fuzzTrial } from './fuzz.ts';
import { imageTrial } from './image.ts';
import { instancesTrial } from './instances.ts';
import { killTrial } from './kill.ts';
import { overloadTrial } from './overload.ts';
import { slowReadersTrial } from './slow-readers.ts';
import { stopTrial } from './stop.ts';
import { xssTrial } from './xss.ts';

/** A trial as it is written down: at full length, by `npm run trials`. */
export type RunTrial = () => Promise<Section>;

/** By the name that picks one of them: `npm run trials -- kill`. In the order of the report. */
export const TRIALS: Readonly<Record<string, RunTrial>> = {
  kill: killTrial,
  stop: stopTrial,
  overload: overloadTrial,
  'slow-readers': slowReadersTrial,
  instances: instancesTrial,
  fuzz: fuzzTrial,
  xss: xssTrial,
  image: imageTrial,
};
