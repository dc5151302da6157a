import { LINK_SCHEMES } from '@longhand/contract/limits';
import { HIDDEN_TAGS } from '@longhand/contract/text/bare-paragraphs';
import type { Schema } from 'hast-util-sanitize';

/** Stands for the blog when addresses are checked. */
export const SITE = new URL('https://site.invalid/blog/post');

/** Finds an address of another host without a scheme, in any spelling that browsers accept. */
export function isSchemeRelative(address: string): boolean {
  const url = URL.parse(address, SITE);
  return !url || (url.host !== SITE.host && URL.parse(address) === null);
}

const TEXT_TAGS =
  'h1 h2 h3 h4 h5 h6 p div span br hr blockquote pre code kbd samp var a abbr b strong i em u s del ins mark small sub sup q cite dfn time bdi bdo ruby rt rp wbr address'.split(
    ' ',
  );
const STRUCTURE_TAGS =
  'section article aside header footer figure figcaption details summary ul ol li dl dt dd table caption colgroup col thead tbody tfoot tr th td'.split(
    ' ',
  );
const MEDIA_TAGS = ['img', 'picture', 'source', 'iframe', 'video', 'audio', 'track'];

/** The stylesheet has rules for these class names. */
const CLASSES = ['wide', 'full', 'pull', 'left', 'right', 'footnotes', 'footnote-ref', 'note'];
const LANGUAGE = /^language-[\w+#.-]+$/;

/** Attributes have their hast names. */
export const ALLOWED_HTML: Schema = {
  tagNames: [...TEXT_TAGS, ...STRUCTURE_TAGS, ...MEDIA_TAGS],
  strip: [...HIDDEN_TAGS],
  attributes: {
    '*': ['id', 'title', 'lang', 'dir', ['className', ...CLASSES]],
    a: ['href', 'target', 'rel', 'hrefLang', 'ariaLabel'],
    img: ['src', 'srcSet', 'sizes', 'alt', 'width', 'height', 'loading', 'decoding'],
    source: ['src', 'srcSet', 'sizes', 'type', 'media', 'width', 'height'],
    iframe: ['src', 'width', 'height', 'allowFullScreen', 'loading'],
    video: [
      ...['src', 'poster', 'controls', 'loop', 'muted', 'playsInline', 'preload'],
      ...['width', 'height'],
    ],
    audio: ['src', 'controls', 'loop', 'muted', 'preload'],
    track: ['src', 'kind', 'srcLang', 'label', 'default'],
    code: [['className', ...CLASSES, LANGUAGE]],
    pre: [['className', ...CLASSES, LANGUAGE]],
    ol: ['start', 'reversed', 'type'],
    li: ['value'],
    th: ['colSpan', 'rowSpan', 'scope', 'abbr'],
    td: ['colSpan', 'rowSpan'],
    col: ['span'],
    colgroup: ['span'],
    time: ['dateTime'],
    del: ['dateTime', 'cite'],
    ins: ['dateTime', 'cite'],
    blockquote: ['cite'],
    q: ['cite'],
    details: ['open'],
  },
  protocols: {
    href: [...LINK_SCHEMES],
    cite: ['http', 'https'],
    src: ['http', 'https'],
    poster: ['http', 'https'],
  },
  ancestors: {},
  // sanitise.ts adds the prefix to ids: here it would be added again in each pass.
  clobber: [],
  required: {},
};
