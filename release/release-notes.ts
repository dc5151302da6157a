/** The section of a version; what is not released yet comes first, since the release has it. */
export function findNotes(changelog: string, version: string): string | undefined {
  const sections = new Map(
    changelog
      .split(/^## /m)
      .slice(1)
      .map((section) => {
        const [heading = '', ...lines] = section.split('\n');
        return [/^\[([^\]]+)\]/.exec(heading)?.[1] ?? heading, lines.join('\n').trim()];
      }),
  );
  const found = [sections.get('Unreleased'), sections.get(version)].filter((text) => text);
  return found.length > 0 ? found.join('\n\n') : undefined;
}
