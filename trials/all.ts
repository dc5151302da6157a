import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { write } from '../test-support/report.ts';
import { ensureBuilt } from '../web/server/build-stamp.ts';
import { replaceSections } from './reliability-report.ts';
import { TRIALS } from './trials.ts';

const REPORT = new URL('../docs/reliability.md', import.meta.url);

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
  const section = write(await trial());
  console.log(section);
  const before = existsSync(REPORT) ? readFileSync(REPORT, 'utf8') : '';
  // One after the other: a run that is stopped has written down what it knew.
  writeFileSync(REPORT, replaceSections(before, Object.keys(TRIALS), name, section));
}
process.exit(0);
