import { expect, test } from 'vitest';
import { harmlessField, readCsv, writeCsv } from './csv.ts';

const COLUMNS = ['email', 'name'] as const;

test('fields are read by the names of their columns, as programs write them', () => {
  const rows = [{ email: 'a@example.com', name: 'A, "B"\nC', line: 3 }];
  for (const sign of [',', ';', '\t'])
    expect(
      readCsv(
        `\ufeffName${sign}other${sign}EMAIL\r\n"A, ""B""\nC"${sign}x${sign} a@example.com \r\n\r\n`,
        COLUMNS,
      ),
    ).toEqual(rows);
  expect(readCsv('email,name\na@example.com', COLUMNS)).toEqual([
    { email: 'a@example.com', name: '', line: 2 },
  ]);
});

test('what cannot be read is refused with a sentence', () => {
  expect(() => readCsv('', COLUMNS)).toThrow('must be the header email,name. Nothing was changed.');
  expect(() => readCsv('email\na@example.com', COLUMNS)).toThrow('must be the header email,name.');
  expect(() => readCsv('email,name\n"a@example.com,x\n', COLUMNS)).toThrow('at line 2');
});

test('what is written is read again', () => {
  const rows = [
    ['email', 'name'],
    ['a', 'x;y'],
    ['b', 'l1\nl2\t"q"'],
  ];
  expect(readCsv(writeCsv(rows), COLUMNS)).toMatchObject([
    { email: 'a', name: 'x;y' },
    { email: 'b', name: 'l1\nl2\t"q"' },
  ]);
});

test('no field of strangers is a formula in a spreadsheet', () => {
  for (const sign of ['=', '+', '-', '@', '\t', '\r'])
    expect(harmlessField(`${sign}1`)).toBe(`'${sign}1`);
  expect(harmlessField('a=1')).toBe('a=1');
});
