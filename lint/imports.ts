import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findForbiddenImports } from './find-forbidden-imports.ts';
import { findMissingClasses } from './find-missing-classes.ts';

const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
  encoding: 'utf8',
});
const files = listed.split('\n').filter((file) => file !== '' && existsSync(file));
const found = files.flatMap((file) => {
  const source = readFileSync(file, 'utf8');
  const readStylesheet = (specifier: string) =>
    readFileSync(join(dirname(file), specifier), 'utf8');
  return [
    ...findForbiddenImports(file, source),
    ...(file.startsWith('lint/') ? [] : findMissingClasses(file, source, readStylesheet)),
  ];
});
for (const line of found) console.error(line);
if (files.length === 0) throw new Error('git lists no source files here');
if (found.length > 0) process.exit(1);
console.log(`Checked the imports of ${files.length} files.`);
