/** Encodings that browsers decode and filters may miss. */

const perCharacter = (write: (code: number) => string) => (text: string) =>
  [...text].map((each) => write(each.codePointAt(0) ?? 0)).join('');

export const decimalEntities = perCharacter((code) => `&#${code};`);
export const decimalEntitiesUnterminated = perCharacter(
  (code) => `&#${String(code).padStart(7, '0')}`,
);
export const hexEntities = perCharacter((code) => `&#x${code.toString(16)};`);
export const hexEntitiesUnterminated = perCharacter(
  (code) => `&#X${code.toString(16).padStart(6, '0')}`,
);
export const percentEncoded = perCharacter((code) => `%${code.toString(16).padStart(2, '0')}`);
export const unicodeEscapes = perCharacter((code) => `\\u${code.toString(16).padStart(4, '0')}`);
export const cssEscapes = perCharacter((code) => `\\${code.toString(16)} `);
export const base64 = (text: string) => Buffer.from(text).toString('base64');
export const interleaved = (text: string, between: string) => [...text].join(between);
export const mixedCase = (text: string) =>
  [...text].map((each, at) => (at % 2 === 0 ? each.toUpperCase() : each)).join('');
export const fromCharCode = (text: string) =>
  `String.fromCharCode(${[...text].map((each) => each.charCodeAt(0)).join()})`;
