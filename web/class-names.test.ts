import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { className } from './class-names.ts';

test('no two stylesheets give their classes the same names', () => {
  const files = globSync('app/**/*.module.css', { cwd: import.meta.dirname });
  const names = files.map((file) => className('item', join(import.meta.dirname, file)));
  expect(files.length).toBeGreaterThan(40);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
