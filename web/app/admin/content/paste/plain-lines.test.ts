import { expect, test } from 'vitest';
import { plainHtml, plainParagraphs } from './plain-text.ts';

const MAIL = [
  'Dear Anna, the train was late again, so that I came home only when the',
  'lamps in the street were lit and everybody else had eaten their supper.',
  'I will write again on Sunday.',
  '',
  'The garden is full of snails this year, more than we have ever had, and',
  'nothing that we tried has helped.',
  '',
  'Bert',
  'Mill Lane 4',
];

test.each([
  [
    'a poem',
    'Roses are red\nViolets are blue\n\nSugar',
    [['Roses are red', 'Violets are blue'], ['Sugar']],
  ],
  ['an address', 'Anna\nMill Lane 4\nGraz', [['Anna', 'Mill Lane 4', 'Graz']]],
  [
    'a list',
    'Bring\n- bread\n- salt\n1. a\n2) b',
    [['Bring'], ['- bread'], ['- salt'], ['1. a'], ['2) b']],
  ],
  ['blank lines with spaces', 'a\n \n\t\nb', [['a'], ['b']]],
  ['one line', 'a', [['a']]],
  ['line breaks at the ends', '\na\n', [[''], ['a'], ['']]],
  ['long lines', `${'a'.repeat(101)}\nb`, [['a'.repeat(101)], ['b']]],
])('%s', (_name, text, expected) => {
  expect(plainParagraphs(text)).toEqual(expected);
});

test('a mail loses the breaks of its paragraphs, and keeps those of its signature', () => {
  expect(plainParagraphs(MAIL.join('\n'))).toEqual([
    [MAIL.slice(0, 3).join(' ')],
    [MAIL.slice(4, 6).join(' ')],
    ['Bert', 'Mill Lane 4'],
  ]);
});

test('a poem with long lines keeps them', () => {
  const lines = [
    'I celebrate what I have found in the long grass behind the railway line,',
    'And what I find you will find, too,',
    'For every seed that clings to my coat will cling as well to yours, my friend.',
    'I rest, and look at a single leaf of summer grass.',
  ];
  expect(plainParagraphs(lines.join('\n'))).toEqual([lines]);
});

test('as HTML, lines end with a break', () => {
  expect(plainHtml('a\nb\n\nc')).toBe('a<br>\nb\n\nc');
});
