import { expect, test } from 'vitest';
import { findSlowExpressions } from './find-slow-expressions.ts';

test.each([
  String.raw`export const isPadded = (text: string) => /\s+$/.test(text);`,
  String.raw`text.replace(/\s*,\s*/g, ' ');`,
  String.raw`const HEADING = /^# +([^\n]{1,500}?)(?: +#+)?$/;`,
  `return (
    /(a+)+$/.test(text)
  );`,
  String.raw`const TAG = /^\w{1,400}[^-]{0,500}$/;`,
  String.raw`const ENDING = new RegExp('\\s+$', 'u');`,
  String.raw`const ENDING = RegExp('\\s+$');`,
  String.raw`switch (true) { case /\s+$/.test(text): }`,
  `const SPACE = ' *'; const LIST = new RegExp(\`^\${SPACE},?\${SPACE}$\`);`,
  `const list = (name: string) => new RegExp(\`\${name} * *-\`);`,
])('%s is slow', (source) => {
  expect(findSlowExpressions('api/src/a.ts', `\n${source}`)).toEqual([
    expect.stringMatching(
      /^api\/src\/a\.ts:[23] has a regular expression that takes long for many /,
    ),
  ]);
});

test.each([
  String.raw`text.replace(/(?<!\s)\s+$/, '');`,
  `const TAG = /<[^<>]{0,500}>/g;`,
  `const half = (a: number, b: number) => a / b / 2;`,
  'const text = "/s+$/"; // /s+$/',
  'const list = (source: string) => new RegExp(source);',
  `const list = (name: string) => new RegExp(\`(\${name}\`);`,
])('%s is not', (source) => {
  expect(findSlowExpressions('web/a.tsx', source)).toEqual([]);
});
