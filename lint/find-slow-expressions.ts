import { analyse } from 'scslre';
import { type ESTree, parseSync } from 'vite';

type Expression = { readonly source: string; readonly flags: string; readonly start: number };

/** Only these are parsed: a slash where a value can be, or the constructor. */
const MAY_HAVE_ONE = /[(,=:[!&|?{};>]\s?\/[^/*>]|^[ \t]*\/[^/*>]|(?:return|case) \/|RegExp\(/m;
/** Where a repetition may be so long, it counts as one without an end. */
const LONG_REPETITION = /(?<!\\)\{(\d+),\d{3,}\}/g;

function* nodesIn(node: unknown): Generator<ESTree.Node> {
  if (typeof node !== 'object' || node === null) return;
  if ('type' in node) yield node as ESTree.Node;
  for (const child of Object.values(node)) yield* nodesIn(child);
}

/** The text of a string, whose unknown parts are a letter; null if it is none. */
function textOf(node: ESTree.Node | undefined, texts: ReadonlyMap<string, string>): string | null {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node?.type === 'Identifier') return texts.get(node.name) ?? null;
  if (node?.type !== 'TemplateLiteral') return null;
  const parts = node.quasis.map(({ value }, index) => {
    const inner = node.expressions[index];
    return (value.cooked ?? '') + (inner ? (textOf(inner, texts) ?? 'x') : '');
  });
  return parts.join('');
}

function expressionsIn(program: ESTree.Program): Expression[] {
  const texts = new Map<string, string>();
  const found: Expression[] = [];
  for (const node of nodesIn(program)) {
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier') {
      const text = textOf(node.init ?? undefined, texts);
      if (text !== null) texts.set(node.id.name, text);
    } else if (node.type === 'Literal' && 'regex' in node) {
      const { pattern, flags } = node.regex;
      found.push({ source: pattern, flags, start: node.start });
    } else if (
      (node.type === 'NewExpression' || node.type === 'CallExpression') &&
      node.callee.type === 'Identifier'
    ) {
      const [source, flags] = node.arguments.map((argument) => textOf(argument, texts));
      if (node.callee.name === 'RegExp' && typeof source === 'string')
        found.push({ source, flags: flags ?? '', start: node.start });
    }
  }
  return found;
}

function isRegExp({ source, flags }: Expression): boolean {
  try {
    return new RegExp(source, flags).flags === flags;
  } catch {
    return false;
  }
}

/** The characters whose repetition makes it slow. */
function slowCharacters({ source, flags }: Expression): string[] {
  const unlimited = source.replace(LONG_REPETITION, '{$1,}');
  const reports = [
    ...analyse({ source, flags }).reports,
    ...analyse({ source: unlimited, flags }, { reportTypes: { Move: false } }).reports,
  ];
  return [...new Set(reports.map(({ character }) => JSON.stringify(character.pick)))];
}

/** A sentence for each regular expression whose time can grow with the square of the text, or more. */
export function findSlowExpressions(file: string, source: string): string[] {
  if (!MAY_HAVE_ONE.test(source)) return [];
  const { program } = parseSync(file, source);
  // The source of one that is made of unknown parts may be none.
  return expressionsIn(program)
    .filter(isRegExp)
    .flatMap((expression) => {
      const characters = slowCharacters(expression);
      if (characters.length === 0) return [];
      const line = source.slice(0, expression.start).split('\n').length;
      return `${file}:${line} has a regular expression that takes long for many ${characters.join(' or ')}: let each place be looked at once, for example with (?<!…) before a repetition, or read the text by parts.`;
    });
}
