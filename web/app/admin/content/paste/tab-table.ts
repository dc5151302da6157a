import { escapeText } from '@longhand/contract/posts/search';
import { isCode } from './plain-text.ts';

/** The HTML of a table that a spreadsheet has written as lines with tabs; null for any other text. */
export function tableOfTabs(text: string): string | null {
  const lines = text.replace(/(?<!\n)\n+$/, '').split('\n');
  const rows = lines.map((line) => line.split('\t').map((cell) => cell.trim()));
  const columns = rows[0]?.length ?? 0;
  const isTable = rows.length > 1 && columns > 1 && rows.every((row) => row.length === columns);
  // Indented lines have nothing before their tabs.
  if (!isTable || rows.every(([first]) => first === '') || isCode(lines)) return null;
  const written = rows.map(
    (row) => `<tr>${row.map((cell) => `<td>${escapeText(cell)}</td>`).join('')}</tr>`,
  );
  return ['<table>', '<tbody>', ...written, '</tbody>', '</table>'].join('\n');
}
