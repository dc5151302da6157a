import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { type CheckResult, type Finding, runDoctor, SOFTWARE } from '@longhand/api/doctor';
import { softwareName } from '@longhand/contract/software-name';
import { ENVIRONMENT_FILE } from '../server/environment.ts';
import { runCommand } from './command.ts';
import { counted, progressLine } from './progress.ts';

const MARKS: Readonly<Record<Finding['level'], string>> = {
  error: '✗',
  warning: '!',
  info: '·',
};

function worst(findings: readonly Finding[]): string {
  const levels = findings.map(({ level }) => level);
  if (levels.includes('error')) return MARKS.error;
  return levels.includes('warning') ? MARKS.warning : '✓';
}

function describe({ name, findings }: CheckResult): string {
  const lines = findings.flatMap(({ level, message, todo }) => [
    `    ${MARKS[level]} ${message}`,
    ...(todo ? [`      → ${todo}`] : []),
  ]);
  return [`${worst(findings)} ${name}`, ...lines].join('\n');
}

function summary(errors: number, warnings: number): string {
  const also = warnings > 0 ? `, ${counted(warnings, 'warning', 'warnings')}` : '';
  if (errors === 0) return `No problems found${also}.`;
  return `${counted(errors, 'problem', 'problems')} found${also}.`;
}

await runCommand({
  usage: 'npm run doctor',
  noArgument: 'These arguments are not valid.',
  async run({ environment: env }) {
    const path = resolve(ENVIRONMENT_FILE);
    const file = existsSync(path)
      ? { path, names: Object.keys(parseEnv(readFileSync(path, 'utf8'))) }
      : undefined;
    const progress = progressLine();
    const onProgress = (check: string, done: number, of: number) =>
      progress.show(`… ${check}${of > 0 ? ` (${done} of ${of})` : ''}`);
    const counts = { error: 0, warning: 0, info: 0 };
    for await (const result of runDoctor({ env, file, onProgress })) {
      progress.clear();
      for (const { level } of result.findings) counts[level] += 1;
      console.log(describe(result));
    }
    console.log(`\n${summary(counts.error, counts.warning)}\nLonghand ${softwareName(SOFTWARE)}`);
    process.exitCode = counts.error > 0 ? 1 : 0;
  },
});
