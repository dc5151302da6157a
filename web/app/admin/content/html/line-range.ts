/** The offsets of a line of text, counted from 1, without its line break. */
export function lineRange(text: string, line: number): { from: number; to: number } {
  const lines = text.split('\n').slice(0, line);
  const to = lines.join('\n').length;
  return { from: to - (lines.at(-1) ?? '').length, to };
}
