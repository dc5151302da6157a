import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { type Examined, examine, type Finding } from '@longhand/api/doctor';
import { ENVIRONMENT_FILE, readEnvironment } from '../server/environment.ts';

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

function showProgress(check: string, done: number, of: number): void {
  if (process.stderr.isTTY)
    process.stderr.write(`\r\x1b[K… ${check}${of > 0 ? ` (${done} of ${of})` : ''}`);
}

function clearProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
}

function summary(wrong: number, doubtful: number): string {
  const doubts = doubtful > 0 ? `, ${doubtful} to think about` : '';
  if (wrong === 0) return `Nothing is wrong${doubts}.`;
  return `${wrong} ${wrong === 1 ? 'thing is' : 'things are'} wrong${doubts}.`;
}

const env = readEnvironment();
const inFile = existsSync(ENVIRONMENT_FILE)
  ? Object.keys(parseEnv(readFileSync(ENVIRONMENT_FILE, 'utf8')))
  : [];
const counts = { wrong: 0, doubtful: 0, 'good to know': 0 };
for await (const examined of examine({ env, inFile, onProgress: showProgress })) {
  clearProgress();
  for (const { level } of examined.findings) counts[level] += 1;
  console.log(describe(examined));
}
console.log(`\n${summary(counts.wrong, counts.doubtful)}`);
process.exitCode = counts.wrong > 0 ? 1 : 0;
