import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { findForbiddenImports } from './find-forbidden-imports.ts';

const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
  encoding: 'utf8',
});
const files = listed.split('\n').filter((file) => file !== '' && existsSync(file));
const found = files.flatMap((file) => findForbiddenImports(file, readFileSync(file, 'utf8')));
for (const line of found) console.error(line);
if (files.length === 0) throw new Error('git lists no source files here');
if (found.length > 0) process.exit(1);
console.log(`Checked the imports of ${files.length} files.`);
