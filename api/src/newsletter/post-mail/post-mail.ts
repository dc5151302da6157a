import { longDate } from '@longhand/contract/dates';
import { directionOf } from '@longhand/contract/language';
import { leavePath } from '@longhand/contract/newsletter-addresses';
import type { Post } from '@longhand/contract/posts';
import { escapeText } from '@longhand/contract/search';
import { startOfText } from '@longhand/contract/text-start';
import { fill } from '@longhand/contract/words';
import type { ElementContent, Root } from 'hast';
import type { Mail, MailContent } from '../../mail/mail.ts';
import { firstDirection } from '../../posts/rendering/directions.ts';
import { writeHtml } from '../../posts/rendering/html-tree.ts';
import { type Addresses, createAddresses } from './addresses.ts';
import { listId, NO_ANSWERS } from './list-headers.ts';
import { createPaint, LOOKS, type Look, type Paint, SANS, SERIF, type Side } from './looks.ts';
import { attributes, BODY, footRow, mailDocument, type Row, siteRow } from './mail-document.ts';
import { type MailSite, wordsOfMail } from './mail-site.ts';
import { element, mailTree, text } from './mail-tree.ts';
import { plainText } from './plain-text.ts';
import { shortenTree } from './shorten-tree.ts';
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

/** A mail before it is addressed: its link to leave ends with a placeholder. */
export type PostMail = MailContent & { readonly preheader: string };

/** Gmail cuts mails of more than 102 KB. */
const MAX_HTML_BYTES = 90_000;
/** More than any program shows in its list. */
const MAX_PREHEADER = 250;
const PLACEHOLDER = '{token}';

const TITLE: Look = {
  css: `margin:8px 0 16px;font:bold 34px/1.15 ${SERIF}`,
  color: 'ink',
};
const TITLE_LINK: Look = { css: 'text-decoration:none', color: 'ink' };
const DATE: Look = { css: `margin:0;font:14px/1.5 ${SANS}`, color: 'ink-soft' };
const STANDFIRST: Look = {
  css: `margin:0 0 24px;font:20px/1.5 ${SERIF}`,
  color: 'ink-soft',
};

type Parts = {
  readonly post: MailedPost;
  readonly site: MailSite;
  readonly addresses: Addresses;
  readonly paint: Paint;
  readonly side: Side;
};

function dateOf({ published_at, created_at }: MailedPost, site: MailSite): string {
  return longDate(published_at ?? created_at, site.time_zone, site.language);
}

/** The picture of the post as a paragraph; none if it has none. */
function pictureOf({ post, addresses }: Parts): ElementContent[] {
  const src = addresses.picture(post.featured_image ?? undefined);
  if (src === undefined) return [];
  const picture = element('img', { src, alt: post.featured_image_alt ?? '', width: COLUMN }, []);
  return [element('p', {}, [picture])];
}

function headRow(parts: Parts): Row {
  const { post, site, addresses, paint, side } = parts;
  const look = (what: Look) => attributes(paint(what, side));
  const date = `<p lang="${site.language}"${look(DATE)}>${escapeText(dateOf(post, site))}</p>`;
  const link = attributes({ href: addresses.page, ...paint(TITLE_LINK, side) });
  const title = `<h1${look(TITLE)}><a${link}>${escapeText(post.title)}</a></h1>`;
  const standfirst = post.excerpt && `<p${look(STANDFIRST)}>${escapeText(post.excerpt)}</p>`;
  const picture = writeHtml(styleTree({ type: 'root', children: pictureOf(parts) }, paint, side));
  return {
    look: { css: 'text-align:{start}' },
    ...(post.language && { lang: post.language }),
    dir: side,
    html: date + title + standfirst + picture,
  };
}

function leaveAddress(site: MailSite, token: string): string {
  return site.url + leavePath(token);
}

function lastRow(site: MailSite, paint: Paint): Row {
  const { words, lang, dir } = wordsOfMail(site);
  const link = attributes({ href: leaveAddress(site, PLACEHOLDER), ...paint(LOOKS.a ?? {}, dir) });
  const why = fill(words['mail.why'], { site: site.site_name });
  return footRow(`${escapeText(why)} <a${link}>${escapeText(words['mail.leave'])}</a>`, lang, dir);
}

function documentOf(parts: Parts, preheader: string, content: Root): string {
  const { post, site, paint, side } = parts;
  const row: Row = {
    look: BODY,
    ...(post.language && { lang: post.language }),
    dir: side,
    html: writeHtml(styleTree(content, paint, side)),
  };
  const rows = [siteRow(site, paint), headRow(parts), row, lastRow(site, paint)];
  return mailDocument({ title: post.title, preheader, rows }, site, paint);
}

function bytesOf(html: string): number {
  return Buffer.byteLength(html);
}

/** With a link to the rest of it if it is too long. */
function fit(content: Root, parts: Parts, preheader: string): Root {
  const { paint, side, addresses, site } = parts;
  const empty = bytesOf(documentOf(parts, preheader, { type: 'root', children: [] }));
  const sizeOf = (node: ElementContent) =>
    bytesOf(writeHtml(styleTree({ type: 'root', children: [node] }, paint, side)));
  const { node, isShortened } = shortenTree(content, MAX_HTML_BYTES - empty, sizeOf);
  if (!isShortened) return node;
  const { words, lang, dir } = wordsOfMail(site);
  const link = element('a', { href: addresses.page }, [text(words['mail.read-on'])]);
  const readOn = element('p', { lang, dir }, [element('strong', {}, [link])]);
  return { type: 'root', children: [...node.children, readOn] };
}

function textOf(parts: Parts, content: Root): string {
  const { post, site, addresses } = parts;
  const { words } = wordsOfMail(site);
  const link = (address: string) => element('a', { href: address }, [text(address)]);
  const head = [
    element('h1', {}, [text(post.title)]),
    element('p', {}, [...[text(dateOf(post, site)), element('br', {}, []), link(addresses.page)]]),
    element('p', {}, [text(post.excerpt)]),
    ...pictureOf(parts),
  ];
  const why = fill(words['mail.why'], { site: site.site_name });
  const foot = [
    element('hr', {}, []),
    element('p', {}, [text(why)]),
    element('p', {}, [
      ...[text(`${words['mail.leave']}: `), link(leaveAddress(site, PLACEHOLDER))],
    ]),
  ];
  return plainText(
    { type: 'root', children: [...head, ...content.children, ...foot] },
    post.language ?? site.language,
  );
}

/** The mail that all subscribers get. */
export function renderPostMail(post: MailedPost, site: MailSite): PostMail {
  const addresses = createAddresses(post.slug, site);
  const whole = mailTree(post.content, { addresses, words: wordsOfMail(site).words });
  const side = post.language
    ? directionOf(post.language)
    : (firstDirection(whole) ?? directionOf(site.language));
  const parts: Parts = { post, site, addresses, side, paint: createPaint(site) };
  const preheader = startOfText(post.excerpt.replace(/\s+/g, ' ').trim(), MAX_PREHEADER);
  const content = fit(whole, parts, preheader);
  return {
    subject: post.title,
    preheader,
    html: documentOf(parts, preheader, content),
    text: textOf(parts, content),
  };
}

/** The last one: what the owner wrote before it may look the same. */
function fillLast(text: string, value: string): string {
  const at = text.lastIndexOf(PLACEHOLDER);
  return text.slice(0, at) + value + text.slice(at + PLACEHOLDER.length);
}

function fillToken(mail: PostMail, token: string): PostMail {
  return { ...mail, html: fillLast(mail.html, token), text: fillLast(mail.text, token) };
}

/** As a subscriber would get it; its link to leave leads nowhere. */
export function previewPostMail(post: MailedPost, site: MailSite): PostMail {
  return fillToken(renderPostMail(post, site), 'preview');
}

export type Recipient = { readonly email: string; readonly token: string };

/** RFC 8058: programs show a button that leaves with one POST. */
export function addressPostMail(mail: PostMail, { email, token }: Recipient, site: MailSite): Mail {
  const { subject, html, text } = fillToken(mail, token);
  return {
    ...{ subject, html, text },
    to: email,
    bounceToken: token,
    headers: {
      'List-Id': listId(site.site_name, site.url),
      'List-Unsubscribe': `<${leaveAddress(site, token)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      Precedence: 'bulk',
      ...NO_ANSWERS,
    },
  };
}
