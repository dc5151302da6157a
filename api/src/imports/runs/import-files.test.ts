import { expect, test } from 'vitest';
import { safeName } from './import-files.ts';

test.each([
  ['export.xml', 'export.xml'],
  ['../../evil.zip', '-..-evil.zip'],
  ['..', 'import'],
  [`${'漢'.repeat(120)}.zip`, `${'漢'.repeat(65)}.zip`],
  [`${'𠮷'.repeat(120)}.zip`, `${'𠮷'.repeat(49)}.zip`],
])('the name %j is safe and fits', (name, safe) => {
  expect(safeName(name)).toBe(safe);
});
