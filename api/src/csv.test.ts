import { expect, test } from 'vitest';
import { harmlessField, originalField, readCsv, writeCsv } from './csv.ts';

const COLUMNS = ['email', 'name'] as const;

test('fields are read by the names of their columns, as programs write them', async () => {
  const rows = [{ email: 'a@example.com', name: 'A, "B"\nC', line: 3 }];
  for (const sign of [',', ';', '\t'])
    expect(
      await readCsv(
        `\ufeffName${sign}other${sign}EMAIL\r\n"A, ""B""\nC"${sign}x${sign} a@example.com \r\n\r\n`,
        COLUMNS,
      ),
    ).toEqual(rows);
  expect(await readCsv('email,name\na@example.com', COLUMNS)).toEqual([
    { email: 'a@example.com', name: '', line: 2 },
  ]);
});

test('a column can be optional', async () => {
  for (const [csv, name] of [
    ['email\na', ''],
    ['name,email\nA,a', 'A'],
  ] as const)
    expect(await readCsv(csv, ['email'], ['name'])).toEqual([{ email: 'a', name, line: 2 }]);
});

test('what cannot be read is refused with a sentence', async () => {
  for (const [csv, sentence] of [
    ['', 'must be the header email,name. Nothing was changed.'],
    ['email\na@example.com', 'must be the header email,name.'],
    ['email,name\n"a@example.com,x\n', 'at line 2'],
  ] as const)
    await expect(readCsv(csv, COLUMNS)).rejects.toThrow(sentence);
});

test('other work is done while a long list is read', async () => {
  let turns = 0;
  let next = setImmediate(function turn() {
    turns += 1;
    next = setImmediate(turn);
  });
  const lines = await readCsv(`email\n${'😀@example.com\n'.repeat(20_000)}`, ['email']);
  clearImmediate(next);
  expect(lines).toHaveLength(20_000);
  expect(new Set(lines.map(({ email }) => email))).toEqual(new Set(['😀@example.com']));
  expect(turns).toBeGreaterThan(5);
});

test('what is written is read again', async () => {
  const rows = [
    ['email', 'name'],
    ['a', 'x;y'],
    ['b', 'l1\nl2\t"q"'],
  ];
  expect(await readCsv(writeCsv(rows), COLUMNS)).toMatchObject([
    { email: 'a', name: 'x;y' },
    { email: 'b', name: 'l1\nl2\t"q"' },
  ]);
});

test('no field of strangers is a formula in a spreadsheet', () => {
  for (const sign of ['=', '+', '-', '@', '\t', '\r'])
    expect(harmlessField(`${sign}1`)).toBe(`'${sign}1`);
  expect(harmlessField('a=1')).toBe('a=1');
  for (const text of ['=1', "'=1", "''@", "'a", 'a', ''])
    expect(originalField(harmlessField(text))).toBe(text);
});
