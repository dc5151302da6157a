/** The blocks of code in a document that are in this language. */
export function readBlocks(document: string, language: string): string[] {
  const fences = new RegExp(`^( *)\`\`\`${language}\n([\\s\\S]*?)^ *\`\`\``, 'gm');
  // Indented in a list.
  return [...document.matchAll(fences)].map(([, indent = '', text = '']) =>
    text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
}

/** The text below a heading, up to the next one of its level. */
export function readSection(document: string, heading: string): string {
  const [, text = ''] = document.split(`\n${heading}\n`);
  const [level] = heading.split(' ');
  return text.split(`\n${level} `)[0] ?? '';
}
