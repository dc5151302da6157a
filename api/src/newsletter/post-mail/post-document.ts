import { longDate } from '@longhand/contract/dates';
import { sizeFromName } from '@longhand/contract/image-names';
import { directionOf } from '@longhand/contract/language';
import type { Post } from '@longhand/contract/posts';
import { escapeText } from '@longhand/contract/search';
import { fill } from '@longhand/contract/words';
import type { ElementContent, Root } from 'hast';
import { writeHtml } from '../../posts/rendering/html-tree.ts';
import type { Addresses } from './addresses.ts';
import { LOOKS, type Look, type Paint, SANS, SERIF, type Side } from './looks.ts';
import { attributes, BODY, footRow, mailDocument, type Row, siteRow } from './mail-document.ts';
import { type MailSite, wordsOfMail } from './mail-site.ts';
import { element, linkTo, rootOf, text } from './mail-tree.ts';
import { plainText } from './plain-text.ts';
import { COLUMN, styleTree } from './style-tree.ts';

/** A public post; `content` is its public HTML. */
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

/** What both parts are made of, besides the content. */
export type PostParts = {
  readonly post: MailedPost;
  readonly site: MailSite;
  readonly addresses: Addresses;
  readonly paint: Paint;
  /** Of the content. */
  readonly side: Side;
  readonly preheader: string;
  readonly leaveAddress: string;
};

const TITLE: Look = { css: `margin:8px 0 16px;font:bold 34px/1.15 ${SERIF}`, color: 'ink' };
const TITLE_LINK: Look = { css: 'text-decoration:none', color: 'ink' };
const DATE: Look = { css: `margin:0;font:14px/1.5 ${SANS}`, color: 'ink-soft' };
const STANDFIRST: Look = { css: `margin:0 0 24px;font:20px/1.5 ${SERIF}`, color: 'ink-soft' };

function dateOf({ post, site }: PostParts): string {
  return longDate(post.published_at ?? post.created_at, site.time_zone, site.language);
}

/** As a paragraph; none if the post has no picture. */
function pictureOf({ post, addresses }: PostParts): ElementContent[] {
  const reference = post.featured_image ?? undefined;
  // Paths are those of the site, with or without a slash.
  const src = addresses.picture(reference?.replace(/^(?!https?:|\/)/i, '/'));
  if (src === undefined) return [];
  // Of pictures of other sites nobody knows the width.
  const width = sizeFromName(reference ?? '') ? undefined : COLUMN;
  const picture = element('img', { src, alt: post.featured_image_alt ?? '', width }, []);
  return [element('p', {}, [picture])];
}

function postRow({ post, side }: PostParts, look: Look, html: string): Row {
  return { look, ...(post.language && { lang: post.language }), dir: side, html };
}

function headRow(parts: PostParts): Row {
  const { post, site, addresses, paint, side } = parts;
  const look = (what: Look) => attributes(paint(what, side));
  const ofSite = attributes({ lang: site.language, dir: directionOf(site.language) });
  const date = `<p${ofSite}${look(DATE)}>${escapeText(dateOf(parts))}</p>`;
  const link = attributes({ href: addresses.page, ...paint(TITLE_LINK, side) });
  const title = `<h1${look(TITLE)}><a${link}>${escapeText(post.title)}</a></h1>`;
  const standfirst = post.excerpt && `<p${look(STANDFIRST)}>${escapeText(post.excerpt)}</p>`;
  const picture = writeHtml(styleTree(rootOf(pictureOf(parts)), paint, side));
  return postRow(parts, { css: 'text-align:{start}' }, date + title + standfirst + picture);
}

function lastRow({ site, paint, leaveAddress }: PostParts): Row {
  const { words, lang, dir } = wordsOfMail(site);
  const link = attributes({ href: leaveAddress, ...paint(LOOKS.a ?? {}, dir) });
  const why = fill(words['mail.why'], { site: site.site_name });
  return footRow(`${escapeText(why)} <a${link}>${escapeText(words['mail.leave'])}</a>`, lang, dir);
}

export function contentHtml(content: Root, { paint, side }: PostParts): string {
  return writeHtml(styleTree(content, paint, side));
}

export function postHtml(content: Root, parts: PostParts): string {
  const { post, site, paint, preheader } = parts;
  const rows = [
    siteRow(site, paint),
    headRow(parts),
    postRow(parts, BODY, contentHtml(content, parts)),
    lastRow(parts),
  ];
  return mailDocument({ title: post.title, preheader, rows }, site, paint);
}

/** The same for the text part. */
export function postText(content: Root, parts: PostParts): string {
  const { post, site, addresses, leaveAddress } = parts;
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
    element('p', {}, [text(`${words['mail.leave']}:`), br, linkTo(leaveAddress)]),
  ];
  const whole = [...head, ...(content.children as ElementContent[]), ...foot];
  return plainText(rootOf(whole), post.language ?? site.language);
}
