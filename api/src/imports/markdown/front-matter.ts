import { parse as parseToml } from 'smol-toml';
import { parseDocument } from 'yaml';
import { ImportError } from '../source.ts';

const MAX_LENGTH = 64 * 1024;
const MAX_ALIASES = 100;

/** By their names in lower case, as some generators do not tell them apart. */
export type Fields = ReadonlyMap<string, unknown>;

export type SplitText = {
  readonly fields: Fields;
  readonly body: string;
  readonly notes: readonly string[];
};

type Block = { readonly language: string; readonly source: string; readonly body: string };

const NO_FIELDS: Fields = new Map();

/** The lines between two fences; null if the second one is missing. */
function fenced(text: string, fence: '---' | '+++'): Block | null {
  const firstEnd = text.indexOf('\n');
  const first = (firstEnd === -1 ? text : text.slice(0, firstEnd)).trimEnd();
  if (firstEnd === -1 || !first.startsWith(fence)) return null;
  const language = first.slice(fence.length).trim().toLowerCase();
  if (!/^\w*$/.test(language)) return null;
  for (let at = firstEnd + 1; at < text.length && at < MAX_LENGTH + 4; ) {
    const next = text.indexOf('\n', at);
    const end = next === -1 ? text.length : next;
    if (text.slice(at, end).trimEnd() === fence)
      return { language, source: text.slice(firstEnd + 1, at), body: text.slice(end + 1) };
    at = end + 1;
  }
  if (language !== '') return { language, source: '', body: '' };
  if (text.length > MAX_LENGTH && /^[-+]{3}\s*\n\s*[\w-]+\s*[:=]/.test(text))
    throw new ImportError('Its front matter has no end, or is longer than 64 KB.');
  return null;
}

/** Hugo’s JSON front matter, whose end is that of the object. */
function jsonObject(text: string): Block | null {
  if (!/^\{\s*(?:"|\})/.test(text)) return null;
  let [depth, isText] = [0, false];
  for (let at = 0; at < text.length && at < MAX_LENGTH; at += 1) {
    const character = text[at];
    if (isText && character === '\\') at += 1;
    else if (character === '"') isText = !isText;
    else if (!isText && character === '{') depth += 1;
    else if (!isText && character === '}') depth -= 1;
    if (depth === 0 && !isText)
      return { language: 'json', source: text.slice(0, at + 1), body: text.slice(at + 1) };
  }
  return null;
}

function asFields(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return NO_FIELDS;
  return new Map(Object.entries(value).map(([name, field]) => [name.toLowerCase(), field]));
}

/** Plain lines only: what can be had of a text that is not YAML. */
function readLines(source: string): Fields {
  const lines = source.split('\n').map((line) => /^([\w-]{1,50}):\s+(\S.*)$/.exec(line.trimEnd()));
  return new Map(
    lines.flatMap((line) => (line ? [[(line[1] ?? '').toLowerCase(), line[2]] as const] : [])),
  );
}

/** Tags of YAML name classes of programs: they are ignored, and nothing is ever run. */
function parseYaml(source: string): unknown {
  const document = parseDocument(source, { uniqueKeys: false, logLevel: 'silent', merge: true });
  if (document.errors.length > 0) throw document.errors[0];
  return document.toJS({ maxAliasCount: MAX_ALIASES });
}

const PARSERS: Readonly<Record<string, (source: string) => unknown>> = {
  yaml: parseYaml,
  yml: parseYaml,
  toml: (source) => parseToml(source),
  json: (source) => JSON.parse(source),
};

function read({ language, source, body }: Block, usual: string): SplitText {
  const name = language || usual;
  const parse = PARSERS[name];
  if (!parse)
    throw new ImportError(
      `Its front matter is written in ${name}, a language that is run. It is never run here, so the file was not taken.`,
    );
  if (source.length > MAX_LENGTH) throw new ImportError('Its front matter is longer than 64 KB.');
  try {
    return { fields: asFields(parse(source)), body, notes: [] };
  } catch {
    const note = `Its front matter is no valid ${name.toUpperCase()}: only its plain lines were read.`;
    return { fields: readLines(source), body, notes: [note] };
  }
}

/** Fails with an `ImportError` whose sentence is about this file. */
export function splitFrontMatter(source: string): SplitText {
  const text = source.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const yaml = fenced(text, '---');
  if (yaml) return read(yaml, 'yaml');
  const toml = fenced(text, '+++');
  if (toml) return read(toml, 'toml');
  const json = jsonObject(text);
  return json ? read(json, 'json') : { fields: NO_FIELDS, body: text, notes: [] };
}
