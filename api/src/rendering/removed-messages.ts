import { LINK_SCHEMES } from '@longhand/contract/limits';

const NO_SCRIPTS = 'scripts do not run in posts';
const OWN_STYLES = 'posts are shown with the styles of the blog';
const ONLY_VIDEOS = 'only YouTube and Vimeo can be embedded';

/** These elements are removed wherever they are. The sentences are for the writer. */
const ELEMENTS: Readonly<Record<string, string>> = {
  script: `The script will be removed: ${NO_SCRIPTS}.`,
  style: `The style sheet will be removed: ${OWN_STYLES}.`,
  svg: 'The <svg> drawing will be removed. Upload it as a PNG, JPEG or WebP instead.',
  math: 'The <math> formula will be removed, with its content.',
  textarea: 'The <textarea> will be removed, with its content: a post cannot have a form.',
};

const GROUPS: readonly { readonly names: string; readonly sentence: (tag: string) => string }[] = [
  {
    names: 'object embed applet frame frameset',
    sentence: (tag) => `The ${tag} will be removed: ${ONLY_VIDEOS}.`,
  },
  {
    names: 'form input button select',
    sentence: (tag) => `The ${tag} will be removed: a post cannot have a form.`,
  },
  {
    names: 'link meta base title',
    sentence: (tag) => `The ${tag} will be removed: it belongs to the head of a page.`,
  },
  {
    names: 'template noscript noembed noframes xmp plaintext canvas',
    sentence: (tag) => `The ${tag} will be removed, with its content.`,
  },
  {
    names: 'font center big tt strike marquee blink',
    sentence: (tag) => `The tag ${tag} will be removed; the text in it stays.`,
  },
];

const GROUPED = new Map(
  GROUPS.flatMap(({ names, sentence }) =>
    names.split(' ').map((name) => [name, sentence(`<${name}>`)]),
  ),
);

/** Undefined for elements that stay, or that show nothing themselves. */
export function messageOfElement(name: string): string | undefined {
  return Object.hasOwn(ELEMENTS, name) ? ELEMENTS[name] : GROUPED.get(name);
}

/** Undefined for attributes that are kept, or whose loss nobody sees. */
export function messageOfAttribute(name: string): string | undefined {
  if (name === 'style') return `The attribute style will be removed: ${OWN_STYLES}.`;
  return name.startsWith('on') && name.length > 2
    ? `The attribute ${name} will be removed: ${NO_SCRIPTS}.`
    : undefined;
}

export function messageOfFrame(host: string, isVideo: boolean): string {
  if (host === '') return `The embed without an address will be removed: ${ONLY_VIDEOS}.`;
  if (isVideo) return `The embed of ${host} will be removed: its address must start with https://.`;
  return `The embed of ${host} will be removed: ${ONLY_VIDEOS}.`;
}

function schemeIn(address: string): string {
  return /^\s*([a-z][a-z\d+.-]*):/i.exec(address)?.[1]?.toLowerCase() ?? '';
}

const LINKS = `${LINK_SCHEMES.map((scheme) => `${scheme}:`).join(', ')} or / at the start`;

export function messageOfLink(address: string, shown: string): string {
  if (schemeIn(address) === 'javascript')
    return `The link runs a script and will be removed; its text stays: ${NO_SCRIPTS}.`;
  return `The link to “${shown}” will be removed; its text stays. A link has ${LINKS}.`;
}

export function messageOfSource(tag: string, address: string, shown: string): string {
  const what = tag === 'img' ? 'picture' : tag;
  if (address === '') return `A ${what} without an address will be removed.`;
  const scheme = schemeIn(address);
  if (tag === 'img' && ['data', 'blob', 'file'].includes(scheme))
    return `The picture will be removed: its address starts with ${scheme}:. Upload it instead.`;
  return `The ${what} at “${shown}” will be removed: its address must start with https:// or http://.`;
}

export function messageOfUnclosed(name: string, isKnown: boolean): string {
  return isKnown
    ? `The tag <${name}> is never closed: add </${name}> where it ends.`
    : `<${name}> is read as a tag and not shown. To show it as text, write &lt;${name}&gt;.`;
}

export function messageOfUnopened(name: string): string {
  return `The closing tag </${name}> has no opening tag: remove it, or add <${name}> before it.`;
}

export const UNFINISHED_TAG =
  'This tag is not closed, so everything after it will be removed: look for a missing > or quotation mark.';
export const UNFINISHED_COMMENT =
  'This comment is not closed, so everything after it will be removed: add --> where it ends.';
