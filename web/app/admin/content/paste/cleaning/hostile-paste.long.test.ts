import { expect, test } from 'vitest';
import { TooComplexError } from '../../document/parse-html.ts';
import { cleanPastedHtml } from './clean-pasted-html.ts';

const repeated = (text: string) => text.repeat(Math.ceil(400_000 / text.length));

// Quadratic time would show as a time-out of the test.
test.each([
  '<b>a',
  '<p><b><i>a',
  '<table>a<td>',
  '<li>a',
  '<a href="https://e.org/">a ',
  '<br> ',
  '<br><br>a',
  '<p>a',
  '&nbsp; ',
  '<p style="mso-list:l0 level9 lfo1">a</p>',
  '<h1>a<a>#</a>',
  '<font a="1"><s>',
  '</p>',
  '<!--',
])('%s over and over', (part) => {
  try {
    expect(cleanPastedHtml(repeated(part)).html.length).toBeLessThan(20_000_000);
  } catch (error) {
    expect(error).toBeInstanceOf(TooComplexError);
  }
});
