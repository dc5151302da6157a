import { directionOf } from '@longhand/contract/language';
import { leavePath } from '@longhand/contract/newsletter-addresses';
import { startOfText } from '@longhand/contract/text-start';
import type { ElementContent, Root } from 'hast';
import type { Mail, MailContent } from '../../mail/mail.ts';
import { firstDirection } from '../../posts/rendering/directions.ts';
import { NestedTooDeeplyError } from '../../posts/rendering/html-tree.ts';
import { createAddresses } from './addresses.ts';
import { listId, NO_ANSWERS, oneLine } from './list-headers.ts';
import { createPaint } from './looks.ts';
import { type MailSite, wordsOfMail } from './mail-site.ts';
import { element, mailTree, rootOf, text } from './mail-tree.ts';
import {
  contentHtml,
  type MailedPost,
  type PostParts,
  postHtml,
  postText,
} from './post-document.ts';
import { shortenTree } from './shorten-tree.ts';

export type { MailedPost } from './post-document.ts';

/** A mail before it is addressed: its link to leave ends with a placeholder. */
export type PostMail = MailContent & { readonly preheader: string };

/** Gmail cuts mails of more than 102 KB. */
const MAX_HTML_BYTES = 90_000;
/** More than any program shows in its list. */
const MAX_PREHEADER = 250;
const PLACEHOLDER = '{token}';

const EMPTY = rootOf([]);

/** Undefined if it is nested too deeply for today's limits. */
function readContent(...parameters: Parameters<typeof mailTree>): Root | undefined {
  try {
    return mailTree(...parameters);
  } catch (error) {
    if (error instanceof NestedTooDeeplyError) return undefined;
    throw error;
  }
}

/** As much as fits; then a link to the rest. */
function fit(content: Root | undefined, parts: PostParts): Root {
  const sizeOf = (node: ElementContent) => Buffer.byteLength(contentHtml(rootOf([node]), parts));
  const budget = MAX_HTML_BYTES - Buffer.byteLength(postHtml(EMPTY, parts));
  const { tree, isShortened } = shortenTree(content ?? EMPTY, budget, sizeOf);
  if (content && !isShortened) return tree;
  const { words, lang, dir } = wordsOfMail(parts.site);
  const link = element('a', { href: parts.addresses.page }, [text(words['mail.read-on'])]);
  const readOn = element('p', { lang, dir }, [element('strong', {}, [link])]);
  return { ...tree, children: [...tree.children, readOn] };
}

function leaveAddress(site: MailSite, token: string): string {
  return site.url + leavePath(token);
}

/** The mail that all subscribers get. */
export function renderPostMail(post: MailedPost, site: MailSite): PostMail {
  const addresses = createAddresses(post.slug, site);
  const content = readContent(post.content, { addresses, words: wordsOfMail(site).words });
  const parts: PostParts = {
    ...{ post, site, addresses },
    paint: createPaint(site),
    side: post.language
      ? directionOf(post.language)
      : ((content && firstDirection(content)) ?? directionOf(site.language)),
    preheader: startOfText(post.excerpt.replace(/\s+/g, ' ').trim(), MAX_PREHEADER),
    leaveAddress: leaveAddress(site, PLACEHOLDER),
  };
  const fitting = fit(content, parts);
  return {
    subject: oneLine(post.title),
    preheader: parts.preheader,
    html: postHtml(fitting, parts),
    text: postText(fitting, parts),
  };
}

/** The last one: what the owner wrote before it may look the same. */
function fillLast(part: string, value: string): string {
  const at = part.lastIndexOf(PLACEHOLDER);
  return part.slice(0, at) + value + part.slice(at + PLACEHOLDER.length);
}

function fillToken({ html, text, ...mail }: PostMail, token: string): PostMail {
  return { ...mail, html: fillLast(html, token), text: fillLast(text, token) };
}

/** As a subscriber would get it; its link to leave leads nowhere. */
export function previewPostMail(post: MailedPost, site: MailSite): PostMail {
  return fillToken(renderPostMail(post, site), 'preview');
}

export type Recipient = { readonly email: string; readonly token: string };

/** RFC 8058: programs show a button that leaves with one POST. */
export function addressPostMail(mail: PostMail, recipient: Recipient, site: MailSite): Mail {
  const token = encodeURIComponent(recipient.token);
  const { subject, html, text } = fillToken(mail, token);
  return {
    ...{ subject, html, text },
    to: recipient.email,
    bounceToken: recipient.token,
    headers: {
      'List-Id': listId(site.site_name, site.url),
      'List-Unsubscribe': `<${leaveAddress(site, token)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      Precedence: 'list',
      ...NO_ANSWERS,
    },
  };
}
