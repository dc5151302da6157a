import { readFileSync } from 'node:fs';
import { IMPORT_KINDS } from '@longhand/contract/imports';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const page = read('docs/import.md');

test('docs/import.md names every kind, and only options that the command has', () => {
  const options = new Set(
    [...page.matchAll(/(?<=[\s`])--[a-z][a-z-]+/g)].map(([option]) => option),
  );
  const usage = /'npm run import -- (.*)'/.exec(read('cli/import.ts'))?.[1] ?? '';
  const known = [...usage.matchAll(/--[a-z-]+/g)].map(([option]) => option);
  expect([...options].toSorted()).toEqual(known.toSorted());
  for (const kind of IMPORT_KINDS) expect(page).toContain(`\`${kind}\``);
});

test('its commands are those of the usage', () => {
  const lines = [...page.matchAll(/^\s*npm .*$/gm)].map(([line]) => line.trim());
  expect(lines.length).toBeGreaterThan(5);
  for (const line of lines)
    expect(line).toMatch(
      /^npm run import -- [\w.-]+( --(dry-run|fetch-images|(from|images) \w+))*$/,
    );
});
