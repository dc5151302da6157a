/** The first words of a text, with an ellipsis if there are more. */
export function startOfText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const start = text.slice(0, maxLength).replace(/\s+\S*$|[\ud800-\udbff]$/, '');
  return `${start} …`;
}
