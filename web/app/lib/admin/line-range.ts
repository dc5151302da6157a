/** The offsets of a line of text, counted from 1, without its line break. */
export function lineRange(text: string, line: number): { from: number; to: number } {
  let from = 0;
  for (let number = 1; number < line; number += 1) {
    const end = text.indexOf('\n', from);
    if (end === -1) break;
    from = end + 1;
  }
  const end = text.indexOf('\n', from);
  return { from, to: end === -1 ? text.length : end };
}
