import { videoEmbed } from '@longhand/contract/media/video-address';
import { escapeAttribute, escapeText } from '@longhand/contract/posts/search';
import { pathAddress } from './addresses.ts';
import { type Expanded, type LinkTargets, splitAt } from './link-targets.ts';
import {
  fencedCode,
  leftAsText,
  readArguments,
  replaceTags,
  type TemplateTag,
} from './template-tags.ts';

const SHORTCODE = /\{\{[<%]([^{}]{1,2000})[%>]\}\}/g;
const NAME = /^[\w./-]{1,60}/;

type Shortcode = TemplateTag & { readonly isEscaped: boolean; readonly source: string };

function withoutStart(text: string, mark: string): string {
  return text.startsWith(mark) ? text.slice(mark.length).trimStart() : text;
}

function withoutEnd(text: string, mark: string): string {
  return text.endsWith(mark) ? text.slice(0, -mark.length).trimEnd() : text;
}

function findShortcodes(text: string): Shortcode[] {
  return Array.from(text.matchAll(SHORTCODE)).flatMap(({ 0: source, 1: inner = '', index }) => {
    const written = inner.trim();
    const unmarked = withoutStart(withoutEnd(withoutEnd(written, '*/'), '/'), '/*');
    const call = withoutStart(unmarked, '/');
    const [name] = NAME.exec(call) ?? [];
    if (name === undefined) return [];
    return {
      from: index,
      to: index + source.length,
      name,
      argument: call.slice(name.length).trim(),
      closes: call !== unmarked,
      isEscaped: written.startsWith('/*'),
      source,
    };
  });
}

function figureHtml(argument: string): string | undefined {
  const { named, others } = readArguments(argument);
  const src = named.get('src') ?? others[0];
  if (src === undefined) return undefined;
  const caption = [named.get('title'), named.get('caption')].filter(Boolean).join(': ');
  const alt = escapeAttribute(named.get('alt') ?? '');
  const image = `<img src="${escapeAttribute(src)}" alt="${alt}">`;
  const href = named.get('link');
  const shown = href ? `<a href="${escapeAttribute(href)}">${image}</a>` : image;
  const below = caption === '' ? '' : `<figcaption>${escapeText(caption)}</figcaption>`;
  return `\n\n<figure>${shown}${below}</figure>\n\n`;
}

function video(address: string, argument: string): string | undefined {
  const { named, others } = readArguments(argument);
  const frame = videoEmbed(address + (named.get('id') ?? others[0] ?? ''));
  return frame === null ? undefined : `\n\n${frame}\n\n`;
}

function linkTo(address: string): string {
  return `\n\n<${address}>\n\n`;
}

/** Paths in a shortcode start from `folder`. */
type Place = { readonly targets: LinkTargets; readonly folder: string };

/** The argument is `page`, `page#part` or `#part`. */
function reference(argument: string, { targets, folder }: Place): string | undefined {
  const { named, others } = readArguments(argument);
  const [path, part] = splitAt(named.get('path') ?? others[0] ?? '', /#/);
  const target = targets.byPath(path, folder);
  if (target !== undefined) return pathAddress(target) + part;
  return path === '' && part !== '' ? part : undefined;
}

function writeShortcode(shortcode: Shortcode, inner: string | undefined, place: Place) {
  const { name, argument } = shortcode;
  const { others } = readArguments(argument);
  const [first = '', second = ''] = others;
  switch (name) {
    case 'figure':
      return figureHtml(argument);
    case 'youtube':
      return video('https://www.youtube.com/watch?v=', argument);
    case 'vimeo':
      return video('https://vimeo.com/', argument);
    case 'highlight':
      return inner === undefined ? undefined : fencedCode(inner, first);
    case 'ref':
    case 'relref':
      return reference(argument, place);
    case 'gist':
      return second === ''
        ? undefined
        : linkTo(
            `https://gist.github.com/${encodeURIComponent(first)}/${encodeURIComponent(second)}`,
          );
    default:
      return undefined;
  }
}

/** `{{</* x *​/>}}` shows a shortcode instead of running it. */
function unescaped(source: string): string {
  return source.replace(/\/\*\s?/, '').replace(/\s?\*\//, '');
}

/** `folder` is that of the file that contains the text. */
export function expandShortcodes(text: string, targets: LinkTargets, folder: string): Expanded {
  if (!/\{\{[<%]/.test(text)) return { text, notes: [] };
  const left = new Set<string>();
  const found = findShortcodes(text);
  const expanded = replaceTags(
    text,
    found,
    (name) => name === 'highlight',
    (tag, inner) => {
      const shortcode = tag as Shortcode;
      if (shortcode.isEscaped) return unescaped(shortcode.source);
      const written = writeShortcode(shortcode, inner, { targets, folder });
      if (written === undefined) left.add(shortcode.name);
      return written;
    },
  );
  return { text: expanded, notes: leftAsText('shortcodes', left) };
}
