import { pathAddress } from './addresses.ts';
import type { Expanded, LinkTargets } from './link-targets.ts';
import type { MarkdownSite } from './site.ts';
import { fencedCode, leftAsText, replaceTags, type TemplateTag } from './template-tags.ts';

type Site = Pick<MarkdownSite, 'variables'>;

const TAG = /\{%-?\s*(end)?(\w{1,40})([^%]{0,500}?)-?%\}/g;
const OUTPUT = /\{\{([^{}]{1,500})\}\}/g;
const BLOCKS = new Set(['raw', 'highlight', 'comment']);

function findTags(text: string): TemplateTag[] {
  return Array.from(text.matchAll(TAG), (match) => ({
    from: match.index,
    to: match.index + match[0].length,
    name: match[2] ?? '',
    argument: (match[3] ?? '').trim(),
    closes: match[1] !== undefined,
  }));
}

function writeTag(
  { name, argument }: TemplateTag,
  inner: string | undefined,
  targets: LinkTargets,
) {
  if (name === 'raw') return inner;
  if (name === 'comment') return inner === undefined ? undefined : '';
  if (name === 'highlight')
    return inner === undefined ? undefined : fencedCode(inner, argument.split(/\s/)[0] ?? '');
  const target = name === 'post_url' ? targets.byPostName(argument) : targets.byPath(argument);
  return (name === 'post_url' || name === 'link') && target ? pathAddress(target) : undefined;
}

const OWN_ADDRESS = /^site\.(?:baseurl|url|github\.url)(?:\s*\|.*)?$/;
const PATH = /^["']([^"']*)["']\s*\|\s*(?:relative_url|absolute_url|prepend:\s*site\.\w+)/;

/** Writes the address of the site, paths after it, and values of its configuration. */
function writeOutput(expression: string, { variables }: Site): string | undefined {
  if (OWN_ADDRESS.test(expression)) return '';
  const [, path] = PATH.exec(expression) ?? [];
  if (path !== undefined) return path.startsWith('/') ? path : `/${path}`;
  const [, name = ''] = /^site\.(\w+)$/.exec(expression) ?? [];
  return variables.get(name);
}

/** What is between `raw` tags stays as it is, so pieces are distinguished by where they come from. */
export function expandLiquid(text: string, targets: LinkTargets, site: Site): Expanded {
  if (!/\{[%{]/.test(text)) return { text, notes: [] };
  const kept: string[] = [];
  const left = new Set<string>();
  const keep = (piece: string) => `\ue000${kept.push(piece) - 1}\ue001`;
  const plain = text.replace(/[\ue000\ue001]/g, '');
  const expanded = replaceTags(
    plain,
    findTags(plain),
    (name) => BLOCKS.has(name),
    (tag, inner) => {
      const written = writeTag(tag, inner, targets);
      if (written === undefined) left.add(tag.name);
      return written && BLOCKS.has(tag.name) ? keep(written) : written;
    },
  );
  const output = expanded.replace(OUTPUT, (whole, inner: string) => {
    const expression = inner.replace(/^-|-$/g, '').trim();
    const written = writeOutput(expression, site);
    if (written === undefined) left.add(`{{ ${expression} }}`);
    return written ?? whole;
  });
  return {
    text: output.replace(/\ue000(\d+)\ue001/g, (_, index) => kept[Number(index)] ?? ''),
    notes: leftAsText('Liquid tags', left),
  };
}
