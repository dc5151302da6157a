import { parse as parseToml } from 'smol-toml';
import { parseDocument } from 'yaml';
import { ImportError } from '../source.ts';

const MAX_LENGTH = 64 * 1024;
const MAX_ALIASES = 100;

/** Names are in lower case, because some generators ignore case. */
export type Fields = ReadonlyMap<string, unknown>;

type SplitText = {
  readonly fields: Fields;
  readonly body: string;
  readonly notes: readonly string[];
};

type Block = { readonly language: string; readonly source: string; readonly body: string };

const NO_FIELDS: Fields = new Map();

/** YAML has two marks for the end of a document. */
const ENDS = { '---': ['---', '...'], '+++': ['+++'] } as const;

/** Null if the second fence is missing. */
function fenced(text: string, fence: '---' | '+++'): Block | null {
  const firstEnd = text.indexOf('\n');
  const first = (firstEnd === -1 ? text : text.slice(0, firstEnd)).trimEnd();
  if (firstEnd === -1 || !first.startsWith(fence)) return null;
  const language = first.slice(fence.length).trim().toLowerCase();
  if (!/^\w*$/.test(language)) return null;
  const ends: readonly string[] = ENDS[fence];
  for (let at = firstEnd + 1; at < text.length && at < MAX_LENGTH + 4; ) {
    const next = text.indexOf('\n', at);
    const end = next === -1 ? text.length : next;
    if (ends.includes(text.slice(at, end).trimEnd()))
      return { language, source: text.slice(firstEnd + 1, at), body: text.slice(end + 1) };
    at = end + 1;
  }
  if (language !== '') return { language, source: '', body: '' };
  if (text.length > MAX_LENGTH && /^[-+]{3}[^\S\n]*\n\s*[\w-]+[ \t]*[:=]/.test(text))
    throw new ImportError('Its front matter has no end, or is longer than 64 KB.');
  return null;
}

/** Hugo's JSON front matter ends with its object. */
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

/** Reads plain lines only, which is all that can be had of a text that is not YAML. */
function readLines(source: string): Fields {
  const lines = source.split('\n').map((line) => /^([\w-]{1,50}):\s+(\S.*)$/.exec(line.trimEnd()));
  return new Map(
    lines.flatMap((line) => (line ? [[(line[1] ?? '').toLowerCase(), line[2]] as const] : [])),
  );
}

/** YAML tags name classes of programs: they are ignored, and nothing is ever run. */
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

/** What is between two rules, or before a line of three dots, can be a paragraph. */
const isText = (value: unknown) => typeof value === 'string' || Array.isArray(value);

/** Null if the block is part of the text. */
function read({ language, source, body }: Block, usual: string): SplitText | null {
  const name = language || usual;
  const parse = PARSERS[name];
  if (!parse)
    throw new ImportError(
      `Its front matter is written in ${name}, which would have to be run as code. The file was not imported.`,
    );
  if (source.length > MAX_LENGTH) throw new ImportError('Its front matter is longer than 64 KB.');
  try {
    const value = parse(source);
    return isText(value) ? null : { fields: asFields(value), body, notes: [] };
  } catch {
    const note = `Its front matter is not valid ${name.toUpperCase()}: only its plain lines were read.`;
    return { fields: readLines(source), body, notes: [note] };
  }
}

/** Fails with an `ImportError` about this file. */
export function splitFrontMatter(source: string): SplitText {
  const text = source.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const yaml = fenced(text, '---');
  const toml = fenced(text, '+++');
  const json = jsonObject(text);
  const found =
    (yaml && read(yaml, 'yaml')) ?? (toml && read(toml, 'toml')) ?? (json && read(json, 'json'));
  return found ?? { fields: NO_FIELDS, body: text, notes: [] };
}
