/** What can be read of HTML that nobody has sanitised yet, well enough to count its words. */
export function writtenText(html: string): string {
  return html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&nbsp;/gi, ' ')
    .replace(/&[a-z0-9#]{1,32};/gi, '');
}
