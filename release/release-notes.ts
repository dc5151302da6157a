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

type Release = {
  readonly version: string;
  /** As `engines` of package.json has it: `>=24`. */
  readonly node: string;
  readonly notes: string;
};

export function releaseNotes({ version, node, notes }: Release): string {
  const needed = node.replace('>=', '');
  return `# Longhand ${version}

It needs Node ${needed} or newer; \`npm ci\` ends with \`EBADENGINE\` on an older one. On a machine with an older Node and npm, this installs
Node ${needed} in \`/usr/local/bin\`, which is searched before \`/usr/bin\`:

\`\`\`sh
sudo ${installNode(needed)}
\`\`\`

How to install the release is in its \`docs/deploy.md\`.

${notes}
`;
}

/** Also in docs/deploy.md. */
export const installNode = (needed: string) =>
  `npm install --global --prefix=/usr/local node@${needed}`;
