/** The blocks of code in a document that are in this language. */
export function readBlocks(document: string, language: string): string[] {
  return [...document.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    ([, text]) => text ?? '',
  );
}

/** The text below a heading, up to the next one of its level. */
export function readSection(document: string, heading: string): string {
  const [, text = ''] = document.split(`\n${heading}\n`);
  const [level] = heading.split(' ');
  return text.split(`\n${level} `)[0] ?? '';
}
