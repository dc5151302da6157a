import { expect, test } from 'vitest';
import { hasTallLetters } from './text-rules.ts';

test.each(['عنوان', 'כותרת', '題名', '제목', 'ชื่อ', 'शीर्षक', 'A title, 題名'])(
  '%s has tall letters',
  (title) => {
    expect(hasTallLetters(title)).toBe(true);
  },
);

test.each(['Ärger', 'Ελληνικά, ἀρχή', 'Заголовок', 'Tiếng Việt', 'A “quote” … 😀 €5 → x', ''])(
  '%s has none',
  (title) => {
    expect(hasTallLetters(title)).toBe(false);
  },
);
