/** What can be read of HTML that nobody has sanitised yet. Nothing in it is run or loaded. */
export function writtenText(html: string): string {
  const { body } = new DOMParser().parseFromString(html.replaceAll('<', ' <'), 'text/html');
  for (const element of body.querySelectorAll('script, style')) element.remove();
  return body.textContent ?? '';
}
