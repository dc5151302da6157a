import { longDate } from '@longhand/contract/dates';
import { directionOf } from '@longhand/contract/language';
import { sizeFromName } from '@longhand/contract/media/image-names';
import { unsubscribePath } from '@longhand/contract/newsletter/newsletter-addresses';
import type { Post } from '@longhand/contract/posts/posts';
import { escapeText } from '@longhand/contract/posts/search';
import { startOfText } from '@longhand/contract/text/text';
import { fill } from '@longhand/contract/words';
import type { ElementContent, Root } from 'hast';
import type { Mail, MailContent } from '../../mail/mail.ts';
import { listId, NO_ANSWERS, oneLine } from '../../mail/mail-headers.ts';
import { firstDirection } from '../../rendering/directions.ts';
import { NestedTooDeeplyError, writeHtml } from '../../rendering/html-tree.ts';
import { attributes, BODY, footRow, mailDocument, type Row, siteRow } from './mail-document.ts';
import { type Addresses, createAddresses, type MailSite, wordsOfMail } from './mail-site.ts';
import {
  createStyler,
  MAIL_STYLES,
  type MailStyle,
  SANS,
  SERIF,
  type Side,
  type Styler,
} from './mail-styles.ts';
import { element, linkTo, mailTree, rootOf, shortenTree, text } from './mail-tree.ts';
import { plainText } from './plain-text.ts';
import { COLUMN, styleTree } from './style-tree.ts';

/** The unsubscribe link ends with a placeholder until the mail is addressed. */
export type PostMail = MailContent & { readonly preheader: string };

/** Gmail cuts mails that are longer than 102 KB. */
const MAX_HTML_BYTES = 90_000;
/** No program shows more in its list. */
const MAX_PREHEADER = 250;
const PLACEHOLDER = '{token}';
const EMPTY = rootOf([]);

/** `content` is the public HTML. */
export type MailedPost = Pick<
  Post,
  | 'slug'
  | 'title'
  | 'excerpt'
  | 'content'
  | 'featured_image'
  | 'featured_image_alt'
  | 'published_at'
  | 'created_at'
  | 'language'
>;

type PostParts = {
  readonly post: MailedPost;
  readonly site: MailSite;
  readonly addresses: Addresses;
  readonly styler: Styler;
  readonly side: Side;
  readonly preheader: string;
  readonly unsubscribeAddress: string;
};

const TITLE: MailStyle = { css: `margin:8px 0 16px;font:bold 34px/1.15 ${SERIF}`, color: 'ink' };
const TITLE_LINK: MailStyle = { css: 'text-decoration:none', color: 'ink' };
const DATE: MailStyle = { css: `margin:0;font:14px/1.5 ${SANS}`, color: 'ink-soft' };
const STANDFIRST: MailStyle = { css: `margin:0 0 24px;font:20px/1.5 ${SERIF}`, color: 'ink-soft' };

function dateOf({ post, site }: PostParts): string {
  return longDate(post.published_at ?? post.created_at, site.time_zone, site.language);
}

function pictureOf({ post, addresses }: PostParts): ElementContent[] {
  const reference = post.featured_image ?? undefined;
  // Stored paths of this site may or may not start with a slash.
  const src = addresses.picture(reference?.replace(/^(?!https?:|\/)/i, '/'));
  if (src === undefined) return [];
  // The width of pictures of other sites is not known.
  const width = sizeFromName(reference ?? '') ? undefined : COLUMN;
  const picture = element('img', { src, alt: post.featured_image_alt ?? '', width }, []);
  return [element('p', {}, [picture])];
}

function postRow({ post, side }: PostParts, style: MailStyle, html: string): Row {
  return { style, ...(post.language && { lang: post.language }), dir: side, html };
}

function headRow(parts: PostParts): Row {
  const { post, site, addresses, styler, side } = parts;
  const styled = (style: MailStyle) => attributes(styler(style, side));
  const ofSite = attributes({ lang: site.language, dir: directionOf(site.language) });
  const date = `<p${ofSite}${styled(DATE)}>${escapeText(dateOf(parts))}</p>`;
  const link = attributes({ href: addresses.page, ...styler(TITLE_LINK, side) });
  const title = `<h1${styled(TITLE)}><a${link}>${escapeText(post.title)}</a></h1>`;
  const standfirst = post.excerpt && `<p${styled(STANDFIRST)}>${escapeText(post.excerpt)}</p>`;
  const picture = writeHtml(styleTree(rootOf(pictureOf(parts)), styler, side));
  return postRow(parts, { css: 'text-align:{start}' }, date + title + standfirst + picture);
}

function lastRow({ site, styler, unsubscribeAddress }: PostParts): Row {
  const { words, lang, dir } = wordsOfMail(site);
  const link = attributes({ href: unsubscribeAddress, ...styler(MAIL_STYLES.a ?? {}, dir) });
  const why = fill(words['mail.why'], { site: site.site_name });
  return footRow(`${escapeText(why)} <a${link}>${escapeText(words['mail.leave'])}</a>`, lang, dir);
}

function contentHtml(content: Root, { styler, side }: PostParts): string {
  return writeHtml(styleTree(content, styler, side));
}

function postHtml(content: Root, parts: PostParts): string {
  const { post, site, styler, preheader } = parts;
  const rows = [
    siteRow(site, styler),
    headRow(parts),
    postRow(parts, BODY, contentHtml(content, parts)),
    lastRow(parts),
  ];
  return mailDocument({ title: post.title, preheader, rows }, site, styler);
}

function postText(content: Root, parts: PostParts): string {
  const { post, site, addresses, unsubscribeAddress } = parts;
  const { words } = wordsOfMail(site);
  const br = element('br', {}, []);
  const dateAndLink = [text(dateOf(parts)), br, linkTo(addresses.page)];
  const head = [
    element('h1', {}, [text(post.title)]),
    element('p', {}, dateAndLink),
    element('p', {}, [text(post.excerpt)]),
    ...pictureOf(parts),
  ];
  const foot = [
    element('hr', {}, []),
    element('p', {}, [text(fill(words['mail.why'], { site: site.site_name }))]),
    element('p', {}, [text(`${words['mail.leave']}:`), br, linkTo(unsubscribeAddress)]),
  ];
  const whole = [...head, ...(content.children as ElementContent[]), ...foot];
  return plainText(rootOf(whole), post.language ?? site.language);
}

/** Undefined if the content is nested too deeply for today's limits. */
function readContent(...parameters: Parameters<typeof mailTree>): Root | undefined {
  try {
    return mailTree(...parameters);
  } catch (error) {
    if (error instanceof NestedTooDeeplyError) return undefined;
    throw error;
  }
}

/** If not all of the content fits, it ends with a link to the rest. */
function shortenToLimit(content: Root | undefined, parts: PostParts): Root {
  const sizeOf = (node: ElementContent) => Buffer.byteLength(contentHtml(rootOf([node]), parts));
  const budget = MAX_HTML_BYTES - Buffer.byteLength(postHtml(EMPTY, parts));
  const { tree, isShortened } = shortenTree(content ?? EMPTY, budget, sizeOf);
  if (content && !isShortened) return tree;
  const { words, lang, dir } = wordsOfMail(parts.site);
  const link = element('a', { href: parts.addresses.page }, [text(words['mail.read-on'])]);
  const readOn = element('p', { lang, dir }, [element('strong', {}, [link])]);
  return { ...tree, children: [...tree.children, readOn] };
}

function unsubscribeAddress(site: MailSite, token: string): string {
  return site.url + unsubscribePath(token);
}

/** All subscribers get the same mail, apart from the token. */
export function renderPostMail(post: MailedPost, site: MailSite): PostMail {
  const addresses = createAddresses(post.slug, site);
  const content = readContent(post.content, { addresses, words: wordsOfMail(site).words });
  const parts: PostParts = {
    ...{ post, site, addresses },
    styler: createStyler(site),
    side: post.language
      ? directionOf(post.language)
      : ((content && firstDirection(content)) ?? directionOf(site.language)),
    preheader: startOfText(post.excerpt.replace(/\s+/g, ' ').trim(), MAX_PREHEADER),
    unsubscribeAddress: unsubscribeAddress(site, PLACEHOLDER),
  };
  const shortened = shortenToLimit(content, parts);
  return {
    subject: oneLine(post.title),
    preheader: parts.preheader,
    html: postHtml(shortened, parts),
    text: postText(shortened, parts),
  };
}

/** Only the last placeholder is filled: what the owner wrote before it may look the same. */
function fillLast(part: string, value: string): string {
  const at = part.lastIndexOf(PLACEHOLDER);
  return part.slice(0, at) + value + part.slice(at + PLACEHOLDER.length);
}

function fillToken({ html, text, ...mail }: PostMail, token: string): PostMail {
  return { ...mail, html: fillLast(html, token), text: fillLast(text, token) };
}

/** The preview looks as it would for a subscriber, but its unsubscribe link leads nowhere. */
export function previewPostMail(post: MailedPost, site: MailSite): PostMail {
  return fillToken(renderPostMail(post, site), 'preview');
}

export type Recipient = { readonly email: string; readonly token: string };

/** By RFC 8058, mail programs show a button that unsubscribes with one POST. */
export function addressPostMail(mail: PostMail, recipient: Recipient, site: MailSite): Mail {
  const token = encodeURIComponent(recipient.token);
  const { subject, html, text } = fillToken(mail, token);
  return {
    subject,
    html,
    text,
    to: recipient.email,
    bounceToken: recipient.token,
    headers: {
      'List-Id': listId(site.site_name, site.url),
      'List-Unsubscribe': `<${unsubscribeAddress(site, token)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      Precedence: 'list',
      ...NO_ANSWERS,
    },
  };
}
