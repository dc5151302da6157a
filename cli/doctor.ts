import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { type Examined, examine, type Finding } from '@longhand/api/doctor';
import { ENVIRONMENT_FILE } from '../server/environment.ts';
import { CommandError, runWithEnvironment } from './command.ts';
import { progressLine } from './progress-line.ts';

const USAGE = 'npm run doctor';

const MARKS: Readonly<Record<Finding['level'], string>> = {
  wrong: '✗',
  doubtful: '!',
  'good to know': '·',
};

function worst(findings: readonly Finding[]): string {
  const levels = findings.map(({ level }) => level);
  if (levels.includes('wrong')) return MARKS.wrong;
  return levels.includes('doubtful') ? MARKS.doubtful : '✓';
}

function describe({ name, findings }: Examined): string {
  const lines = findings.flatMap(({ level, says, todo }) => [
    `    ${MARKS[level]} ${says}`,
    ...(todo ? [`      → ${todo}`] : []),
  ]);
  return [`${worst(findings)} ${name}`, ...lines].join('\n');
}

function summary(wrong: number, doubtful: number): string {
  const doubts = doubtful > 0 ? `, ${doubtful} to think about` : '';
  if (wrong === 0) return `Nothing is wrong${doubts}.`;
  return `${wrong} ${wrong === 1 ? 'thing is' : 'things are'} wrong${doubts}.`;
}

await runWithEnvironment(USAGE, async (env, argument) => {
  if (argument !== undefined) throw new CommandError(`That is not understood. It is: ${USAGE}`);
  const path = resolve(ENVIRONMENT_FILE);
  const file = existsSync(path)
    ? { path, names: Object.keys(parseEnv(readFileSync(path, 'utf8'))) }
    : undefined;
  const progress = progressLine();
  const onProgress = (check: string, done: number, of: number) =>
    progress.show(`… ${check}${of > 0 ? ` (${done} of ${of})` : ''}`);
  const counts = { wrong: 0, doubtful: 0, 'good to know': 0 };
  for await (const examined of examine({ env, file, onProgress })) {
    progress.clear();
    for (const { level } of examined.findings) counts[level] += 1;
    console.log(describe(examined));
  }
  console.log(`\n${summary(counts.wrong, counts.doubtful)}`);
  process.exitCode = counts.wrong > 0 ? 1 : 0;
});
