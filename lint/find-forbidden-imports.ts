import { posix } from 'node:path';
import { ROOMS, type Rooms, RULES } from './import-rules.ts';

const IMPORTED = /\b(?:from|import)\s*(?:\(\s*)?'([^'\n]+)'/g;

function resolve(specifier: string, from: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  // Without its file: the rules name parts of the project.
  return specifier.replace(/^@longhand\/([^/]+)\/?/, '$1/');
}

function roomOf(path: string, within: string): string | undefined {
  if (!path.startsWith(`${within}/`)) return undefined;
  const [room, ...rest] = path.slice(within.length + 1).split('/');
  return rest.length > 0 ? room : undefined;
}

/** Tests may look into any room. */
function brokenRoom({ within, mayImport }: Rooms, from: string, to: string): string | undefined {
  const [room, other] = [roomOf(from, within), roomOf(to, within)];
  if (!room || !other || room === other || /\.test\.tsx?$/.test(from)) return undefined;
  const allowed = mayImport[room];
  if (!allowed) return `${within}/${room} has no line in lint/import-rules.ts.`;
  if (allowed.includes(other)) return undefined;
  return `Of ${within}/, ${room}/ may import ${allowed.join(', ') || 'nothing'}. Move the code to one of these, or pass it in.`;
}

/** A sentence for each import of the file that a rule forbids. */
export function findForbiddenImports(from: string, source: string): string[] {
  return [...source.matchAll(IMPORTED)].flatMap(([, specifier = '']) => {
    const to = resolve(specifier, from);
    const rules = RULES.filter(
      (rule) =>
        rule.from.test(from) &&
        !rule.except?.test(from) &&
        (typeof rule.to === 'function' ? rule.to(to, from) : rule.to.test(to)),
    ).map(({ message }) => message);
    const rooms = ROOMS.flatMap((each) => brokenRoom(each, from, to) ?? []);
    return [...rules, ...rooms].map((message) => `${from} imports ${specifier}. ${message}`);
  });
}
