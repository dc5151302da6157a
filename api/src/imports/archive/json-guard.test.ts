import { expect, test } from 'vitest';
import { ImportError } from '../source.ts';
import { createJsonGuard } from './read-json.ts';

function look(json: string, chunkLength = json.length): void {
  const guard = createJsonGuard(2, 100);
  for (let at = 0; at < json.length; at += chunkLength)
    guard(Buffer.from(json.slice(at, at + chunkLength)));
}

test.each([1, 3, 1_000])('records may be many, in pieces of %d bytes', (length) => {
  const record = JSON.stringify({ text: 'a "quoted" \\ [[{{ text', more: [1, { a: 2 }] });
  look(`[${Array.from({ length: 50 }, () => record).join(',')}]`, length);
});

test.each([
  ['a text', `[{"a":"${'x'.repeat(101)}"}]`],
  ['a text without an end', `[{"a":"${'\\"'.repeat(60)}`],
  ['a number', `[{"a":${'1'.repeat(101)}}]`],
  ['many fields', `[{${'"a":1,'.repeat(30)}"b":1}]`],
  ['brackets', '['.repeat(101)],
])('%s beyond the limit is refused', (_, json) => {
  for (const length of [1, 7, json.length]) expect(() => look(json, length)).toThrow(ImportError);
});
