function sectionsOf(changelog: string): ReadonlyMap<string, string> {
  const sections = changelog.split(/^## /m).slice(1);
  return new Map(
    sections.map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      return [/^\[([^\]]+)\]/.exec(heading)?.[1] ?? heading, lines.join('\n').trim()];
    }),
  );
}

/** What is not released yet, or the section of a version; undefined if the version is out and there is more. */
export function findNotes(changelog: string, version: string): string | undefined {
  const sections = sectionsOf(changelog);
  const notes = [sections.get('Unreleased'), sections.get(version)].filter((text) => text);
  return notes.length === 1 ? notes[0] : undefined;
}
