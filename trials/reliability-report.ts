import { availableParallelism } from 'node:os';

function introduction(): string {
  return `# Reliability

Written by \`npm run trials\`, with Node ${process.versions.node} on ${availableParallelism()} cores; \`npm run trials -- NAME\` replaces one
section. Shorter runs of the same trials are part of \`npm run test:long\`.
`;
}

const mark = (name: string) => `<!-- npm run trials -- ${name} -->`;

function sectionOf(report: string, name: string): string | undefined {
  const [, after] = report.split(`${mark(name)}\n`);
  return after?.split(/^<!-- /m)[0]?.trim();
}

/** Replaces one section; the others stay. */
export function replaceSections(
  before: string,
  order: readonly string[],
  name: string,
  section: string,
): string {
  const today = new Date().toISOString().slice(0, 10);
  const dated = `${section.trim()}\n\nOn ${today}.`;
  const sections = order.flatMap((trial) => {
    const text = trial === name ? dated : sectionOf(before, trial);
    return text === undefined ? [] : [`${mark(trial)}\n${text}\n`];
  });
  return [introduction(), ...sections].join('\n');
}
