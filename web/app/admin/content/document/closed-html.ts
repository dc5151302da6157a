import { TooComplexError } from '../html/bounded-html.ts';
import { parseHtml, writeNodes } from './parse-html.ts';

/** An unknown element: it closes nothing, and is not moved out of `svg`. */
const PROBE = 'x-probe';

/** The HTML, closed if what follows it would be parsed as a part of it. */
export function closedHtml(html: string): string {
  try {
    if (parseHtml(`${html}<${PROBE}></${PROBE}>`).at(-1)?.nodeName === PROBE) return html;
    return writeNodes(parseHtml(html));
  } catch (error) {
    if (error instanceof TooComplexError) return html;
    throw error;
  }
}
