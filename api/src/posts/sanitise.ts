import { LINK_SCHEMES } from '@longhand/contract/link-schemes';
import { VIDEO_HOSTS } from '@longhand/contract/video-hosts';
import { Parser } from 'htmlparser2';
import sanitizeHtml from 'sanitize-html';

const TEXT_TAGS =
  'h1 h2 h3 h4 h5 h6 p div span br hr blockquote pre code kbd samp var a abbr b strong i em u s del ins mark small sub sup q cite dfn time bdi bdo ruby rt rp wbr address'.split(
    ' ',
  );
const STRUCTURE_TAGS =
  'section article aside header footer figure figcaption details summary ul ol li dl dt dd table caption colgroup col thead tbody tfoot tr th td'.split(
    ' ',
  );
const MEDIA_TAGS = ['img', 'picture', 'source', 'iframe', 'video', 'audio', 'track'];

/** Elements whose text is not prose: they go with all they hold. */
const DROPPED_WITH_CONTENT =
  'script style template textarea option noscript noembed noframes xmp plaintext title svg math object applet'.split(
    ' ',
  );

/** Class names that the site's own stylesheet gives a meaning. */
const CLASSES = ['wide', 'full', 'pull', 'left', 'right', 'footnotes', 'footnote-ref', 'note'];

const ID = /^[A-Za-z][\w:.-]{0,79}$/;

/** Ids of a post live in a space of their own, so that none can stand for a part of the page. */
const ID_PREFIX = 'post-';

function ownId(id: string): string {
  return id.startsWith(ID_PREFIX) ? id : ID_PREFIX + id;
}

function keepIdsApart(tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const kept = { ...attribs };
  if (kept.id !== undefined) {
    if (ID.test(kept.id)) kept.id = ownId(kept.id);
    else delete kept.id;
  }
  const fragment = kept.href?.startsWith('#') ? kept.href.slice(1) : '';
  if (ID.test(fragment)) kept.href = `#${ownId(fragment)}`;
  return { tagName, attribs: kept };
}

/** A link that opens elsewhere opens in a new tab, which cannot reach back. */
function keepTabsApart(tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  if (attribs.target === undefined) return { tagName, attribs };
  return { tagName, attribs: { ...attribs, target: '_blank', rel: 'noopener' } };
}

const SRCSET_CANDIDATE = /^\S+(?:\s+(?:[1-9]\d*w|\d+(?:\.\d+)?x))?$/;

/** Leaves out what the library cannot read: it would write all of it to the server's output. */
function keepReadable(tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  if (attribs.srcset === undefined) return { tagName, attribs };
  const candidates = attribs.srcset.split(/,\s/).map((candidate) => candidate.trim());
  const srcset = candidates.filter((candidate) => SRCSET_CANDIDATE.test(candidate)).join(', ');
  return { tagName, attribs: { ...attribs, srcset } };
}

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [...TEXT_TAGS, ...STRUCTURE_TAGS, ...MEDIA_TAGS],
  nonTextTags: DROPPED_WITH_CONTENT,
  allowedAttributes: {
    '*': ['id', 'title', 'lang', 'dir', 'class'],
    a: ['href', 'target', 'rel', 'hreflang', 'aria-label'],
    img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading', 'decoding'],
    source: ['src', 'srcset', 'sizes', 'type', 'media', 'width', 'height'],
    iframe: ['src', 'width', 'height', 'allowfullscreen', 'loading'],
    video: [
      'src',
      'poster',
      'controls',
      'loop',
      'muted',
      'playsinline',
      'preload',
      'width',
      'height',
    ],
    audio: ['src', 'controls', 'loop', 'muted', 'preload'],
    track: ['src', 'kind', 'srclang', 'label', 'default'],
    ol: ['start', 'reversed', 'type'],
    li: ['value'],
    th: ['colspan', 'rowspan', 'scope', 'abbr'],
    td: ['colspan', 'rowspan'],
    col: ['span'],
    colgroup: ['span'],
    time: ['datetime'],
    del: ['datetime', 'cite'],
    ins: ['datetime', 'cite'],
    blockquote: ['cite'],
    q: ['cite'],
    details: ['open'],
  },
  allowedClasses: {
    '*': CLASSES,
    code: [/^language-[\w+#.-]+$/],
    pre: [/^language-[\w+#.-]+$/],
  },
  allowedSchemes: [...LINK_SCHEMES],
  allowedSchemesByTag: {
    img: ['http', 'https'],
    source: ['http', 'https'],
    video: ['http', 'https'],
    audio: ['http', 'https'],
    track: ['http', 'https'],
    iframe: ['https'],
  },
  allowedSchemesAppliedToAttributes: ['href', 'src', 'cite', 'poster', 'srcset'],
  allowProtocolRelative: false,
  allowedIframeHostnames: VIDEO_HOSTS,
  allowIframeRelativeUrls: false,
  exclusiveFilter: ({ tag, attribs }) =>
    (tag === 'iframe' && !attribs.src) || (tag === 'img' && !attribs.src && !attribs.srcset),
  textFilter: (text, tagName) => (tagName === 'iframe' ? '' : text),
  transformTags: {
    a: keepTabsApart,
    img: keepReadable,
    source: keepReadable,
    '*': keepIdsApart,
  },
};

/** Far deeper than anybody writes. The parser's time grows with the square of the depth. */
const MAX_DEPTH = 200;

class TooDeep extends Error {}

export function isReasonablyNested(html: string): boolean {
  let depth = 0;
  const parser = new Parser({
    onopentagname() {
      depth += 1;
      if (depth > MAX_DEPTH) throw new TooDeep();
    },
    onclosetag() {
      depth -= 1;
    },
  });
  try {
    parser.end(html);
    return true;
  } catch (error) {
    if (error instanceof TooDeep) return false;
    throw error;
  }
}

const MAX_PASSES = 4;

/**
 * What of an administrator's HTML the public may get. Taking an element away can leave others
 * nested as no parser would nest them, so it is repeated until nothing changes, a few times at
 * most: what leaves here is read by every parser in the same way.
 */
export function sanitise(html: string): string {
  let clean = sanitizeHtml(html, OPTIONS);
  for (let pass = 1; pass < MAX_PASSES; pass += 1) {
    const again = sanitizeHtml(clean, OPTIONS);
    if (again === clean) break;
    clean = again;
  }
  return clean;
}
