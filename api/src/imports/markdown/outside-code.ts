const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** In a longer line nobody would look for wiki links, but much time could be lost. */
const MAX_LINE = 20_000;
const INLINE_CODE = /(`+)[^`](?:[^\n]*?[^`])?\1(?!`)/g;

function changeLine(line: string, change: (text: string) => string): string {
  if (line.length > MAX_LINE) return line;
  let [changed, at] = ['', 0];
  for (const { 0: code, index } of line.matchAll(INLINE_CODE)) {
    changed += change(line.slice(at, index)) + code;
    at = index + code.length;
  }
  return changed + change(line.slice(at));
}

/** Changes the lines of a Markdown text, but not what is code in them. */
export function outsideCode(text: string, change: (text: string) => string): string {
  let fence = '';
  return text
    .split('\n')
    .map((line) => {
      const [, marks = ''] = FENCE.exec(line) ?? [];
      if (fence !== '') {
        if (marks.startsWith(fence)) fence = '';
        return line;
      }
      fence = marks;
      return marks === '' ? changeLine(line, change) : line;
    })
    .join('\n');
}
