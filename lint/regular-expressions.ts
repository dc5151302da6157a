import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { findSlowExpressions } from './find-slow-expressions.ts';

const listed = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.js'],
  { encoding: 'utf8' },
);
// Nobody else writes the texts of tests.
const files = listed
  .split('\n')
  .filter((file) => file !== '' && !/\.(?:test|spec)\.tsx?$/.test(file) && existsSync(file));
const found = files.flatMap((file) => findSlowExpressions(file, readFileSync(file, 'utf8')));
for (const line of found) console.error(line);
if (files.length === 0) throw new Error('git lists no source files here');
if (found.length > 0) process.exit(1);
console.log(`Checked the regular expressions of ${files.length} files.`);
