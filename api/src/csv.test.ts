import { expect, test } from 'vitest';
import { addRefusal, harmlessField, namedField, originalField, readCsv, writeCsv } from './csv.ts';

const COLUMNS = ['email', 'name'] as const;

const readAll = async (...parameters: Parameters<typeof readCsv<string, string>>) =>
  (await Array.fromAsync(readCsv(...parameters))).flat();

test('fields are read by the names of their columns, as programs write them', async () => {
  const rows = [{ email: 'a@example.com', name: 'A, "B"\nC', line: 3 }];
  for (const sign of [',', ';', '\t'])
    expect(
      await readAll(
        `\ufeffName${sign}other${sign}EMAIL\r\n"A, ""B""\nC"${sign}x${sign} a@example.com \r\n\r\n`,
        COLUMNS,
      ),
    ).toEqual(rows);
  expect(await readAll('email,name\na@example.com', COLUMNS)).toEqual([
    { email: 'a@example.com', name: '', line: 2 },
  ]);
});

test('empty lines are no rows, however many, and others have their turn meanwhile', async () => {
  expect(await readAll(`${'\n'.repeat(150)}email,name\n\na@example.com`, COLUMNS)).toEqual([
    { email: 'a@example.com', name: '', line: 153 },
  ]);
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  });
  expect(await readAll(`email,name${'\n'.repeat(400_000)}`, COLUMNS)).toEqual([]);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(4);
});

test('blanks of any kind beside a field in quotes are no part of it', async () => {
  const rows = [{ email: 'a@example.com', name: 'A', line: 2 }];
  for (const blank of ['\u00a0', '\ufeff', '\u3000', ' \u2009'])
    for (const sign of [',', ';', '\t'])
      expect(
        await readAll(
          `\ufeff${blank}"email"${sign}name\r\n"a@example.com"${blank}${sign}${blank}"A"\r\n`,
          COLUMNS,
        ),
      ).toEqual(rows);
});

test('a column can be optional', async () => {
  for (const [csv, name] of [
    ['email\na', ''],
    ['name,email\nA,a', 'A'],
  ] as const)
    expect(await readAll(csv, ['email'], ['name'])).toEqual([{ email: 'a', name, line: 2 }]);
});

test('what cannot be read is refused with a sentence', async () => {
  for (const [csv, sentence] of [
    ['', 'must be the header email,name. Nothing was changed.'],
    ['email\na@example.com', 'must be the header email,name.'],
    ['email,name\n"a@example.com,x\n', 'at line 2'],
    ['email,name\n"a"b,x\n', 'at line 2'],
    ['email,name\na "b",x\n', 'at line 2'],
    [`email,name\na,b\n"${'a'.repeat(100_001)}",x\n`, 'at line 3'],
    [`email,name\na,"${'""'.repeat(100_001)}"\n`, 'at line 2'],
    [`email,name${',x'.repeat(1_000)}\n`, 'at line 1'],
  ] as const)
    await expect(readAll(csv, COLUMNS)).rejects.toThrow(sentence);
});

test('other work is done while a long list is read', async () => {
  let turns = 0;
  let next = setImmediate(function turn() {
    turns += 1;
    next = setImmediate(turn);
  });
  const lines = await readAll(`email\n${'😀@example.com\n'.repeat(20_000)}`, ['email']);
  clearImmediate(next);
  expect(lines).toHaveLength(20_000);
  expect(new Set(lines.map(({ email }) => email))).toEqual(new Set(['😀@example.com']));
  expect(turns).toBeGreaterThan(5);
});

test('a long list is never in memory as a whole', async () => {
  const parts = await Array.fromAsync(readCsv(`email\n${'a\n'.repeat(1_000)}`, ['email']));
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(100);
  expect(parts.flat().map(({ line }) => line)).toEqual(
    Array.from({ length: 1_000 }, (_, n) => n + 2),
  );
});

test('lines have their numbers whatever is in them', async () => {
  const csv = 'email,name\r\n"a","1\r\n2\n3"\r\n \t\r\n\n"",\nb,x,y,z\rc , d \r"e" ,"",';
  expect(await readAll(csv, COLUMNS)).toEqual([
    { email: 'a', name: '1\r\n2\n3', line: 4 },
    { email: '', name: '', line: 7 },
    { email: 'b', name: 'x', line: 8 },
    { email: 'c', name: 'd', line: 9 },
    { email: 'e', name: '', line: 10 },
  ]);
});

test('of what is refused, the first lines are named, in short, and all are counted', () => {
  const report = { refused: 0, refusals: [] as string[] };
  for (let n = 0; n < 150; n += 1) addRefusal(report, namedField('a'.repeat(1_000)));
  expect(report).toEqual({ refused: 150, refusals: Array(100).fill('a'.repeat(200)) });
});

test('what is written is read again', async () => {
  const rows = [
    ['email', 'name'],
    ['a', 'x;y'],
    ['b', 'l1\nl2\t"q"'],
  ];
  expect(await readAll(writeCsv(rows), COLUMNS)).toMatchObject([
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
