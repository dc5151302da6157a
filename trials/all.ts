import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { formatSection, type Section } from '../test-support/report.ts';
import { ensureBuilt } from '../web/server/build-stamp.ts';
import { abandonedPreviewsTrial } from './abandoned-previews.ts';
import { fuzzTrial } from './fuzz.ts';
import { importKillTrial } from './import-kill.ts';
import { instancesTrial } from './instances.ts';
import { killTrial } from './kill.ts';
import { longListsTrial } from './long-lists.ts';
import { mailingsTrial } from './mailings.ts';
import { overloadTrial } from './overload.ts';
import { replaceSections } from './reliability-report.ts';
import { slowMachineTrial } from './slow-machine.ts';
import { slowReadersTrial } from './slow-readers.ts';
import { stopTrial } from './stop.ts';
import { xssTrial } from './xss.ts';

const REPORT = new URL('../docs/reliability.md', import.meta.url);

/** In the order of the report; `npm run trials -- kill` runs one. */
const TRIALS: Readonly<Record<string, () => Promise<Section>>> = {
  kill: killTrial,
  'import-kill': importKillTrial,
  stop: stopTrial,
  overload: overloadTrial,
  'slow-machine': slowMachineTrial,
  'slow-readers': slowReadersTrial,
  'long-lists': longListsTrial,
  'abandoned-previews': abandonedPreviewsTrial,
  instances: instancesTrial,
  mailings: mailingsTrial,
  fuzz: fuzzTrial,
  xss: xssTrial,
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !Object.hasOwn(TRIALS, name));
if (unknown.length > 0) {
  console.error(
    `There is no trial called ${unknown.join(', ')}: ${Object.keys(TRIALS).join(', ')}.`,
  );
  process.exit(1);
}

ensureBuilt(console.error);
for (const [name, trial] of Object.entries(TRIALS)) {
  if (names.length > 0 && !names.includes(name)) continue;
  console.error(`… ${name}`);
  const section = formatSection(await trial());
  console.log(section);
  const before = existsSync(REPORT) ? readFileSync(REPORT, 'utf8') : '';
  // After each trial, so that an interrupted run keeps its results.
  writeFileSync(REPORT, replaceSections(before, Object.keys(TRIALS), name, section));
}
process.exit(0);
