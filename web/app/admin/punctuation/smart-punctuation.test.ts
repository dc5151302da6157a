import { describe, expect, it, test } from 'vitest';
import { correctTyped, punctuationOf } from './smart-punctuation.ts';

/** What becomes of a text that is typed one character after the other. */
function type(typed: string, language = 'en'): string {
  const rules = punctuationOf(language);
  let text = '';
  for (const character of typed) {
    text += character;
    const correction = correctTyped(text, rules);
    if (!correction) continue;
    const to = text.length - correction.kept;
    text = text.slice(0, to - correction.replaced) + correction.text + text.slice(to);
  }
  return text;
}

describe('English', () => {
  it.each([
    ['"One," she said. "Two."', '“One,” she said. “Two.”'],
    ['(\'one\' "two")', '(‘one’ “two”)'],
    ['"\'Yes,\' he said."', '“‘Yes,’ he said.”'],
    ["don't, the dogs' bones", 'don’t, the dogs’ bones'],
    ["the '90s and '68.", 'the ’90s and ’68.'],
    ["'Tis the season, rock 'n' roll", '’Tis the season, rock ’n’ roll'],
    ['a--b, a -- b', 'a—b, a — b'],
    ['a---b, 1914--1918', 'a—b, 1914–1918'],
    ['wait... no', 'wait… no'],
    ['dots..... and', 'dots….. and'],
    ['node --help, (--all)', 'node --help, (--all)'],
    ['<!-- a -->', '<!-- a -->'],
    ['-- ', '-- '],
    ['a ---- b', 'a ---- b'],
    ['https://e.org/it\'s"a--b...', 'https://e.org/it\'s"a--b...'],
  ])('%s', (typed, expected) => {
    expect(type(typed)).toBe(expected);
  });
});

const SAID = 'a "b" c \'d\' e -- f...';

test.each([
  ['en-GB', 'a “b” c ‘d’ e — f…'],
  ['de', 'a „b“ c ‚d‘ e – f…'],
  ['de-CH', 'a «b» c ‹d› e – f…'],
  ['fr', 'a «\u202fb\u202f» c ‘d’ e – f…'],
  ['es', 'a «b» c ‘d’ e — f…'],
  ['pt-BR', 'a “b” c ‘d’ e — f…'],
  ['it', 'a «b» c ‘d’ e – f…'],
  ['nl', 'a “b” c ‘d’ e – f…'],
  ['pl', 'a „b” c ‚d’ e – f…'],
  ['uk', 'a «b» c ‘d’ e — f…'],
  ['tr', 'a “b” c ‘d’ e – f…'],
  ['ja', 'a 「b」 c 『d』 e —— f……'],
  ['zh-CN', 'a “b” c ‘d’ e —— f……'],
  ['zh-TW', 'a 「b」 c 『d』 e —— f……'],
  ['ko', 'a “b” c ‘d’ e — f…'],
  ['ar', 'a «b» c ‹d› e – f…'],
  ['he', 'a ״b״ c ׳d׳ e – f…'],
  ['hi', 'a “b” c ‘d’ e – f…'],
  ['fi', 'a “b” c ‘d’ e — f…'],
])('in %s', (language, expected) => {
  expect(type(SAID, language)).toBe(expected);
});

test.each([
  ['de', "Hans' Haus, 'geht's?'", 'Hans’ Haus, ‚geht’s?‘'],
  ['fr', 'l\'un dit "l\'autre"', 'l’un dit «\u202fl’autre\u202f»'],
  ['nl', "'s avonds in foto's", '’s avonds in foto’s'],
  ['uk', "п'ять", 'п’ять'],
  ['he', 'צה"ל, ג\'ירפה', 'צה״ל, ג׳ירפה'],
  ['zh', '他说"你好"。她说"好"', '他说“你好”。她说“好”'],
  ['ja', '"はい"と"いいえ"', '「はい」と「いいえ」'],
])('apostrophes and quotes without spaces: %s %s', (language, typed, expected) => {
  expect(type(typed, language)).toBe(expected);
});
