import type { FoundRedirect } from '../source.ts';
import { siteUrlOf } from './addresses.ts';
import { Attachments } from './attachments.ts';
import { reasonToSkip, typeOf } from './item-kinds.ts';
import { TopicAddresses } from './topics.ts';
import type { WxrElement } from './wxr/channel-elements.ts';
import { childrenOf } from './wxr/element-values.ts';

/** What must be known of an export before its first item can be read. */
export type Survey = {
  readonly siteUrl: string | null;
  readonly attachments: Attachments;
  readonly redirects: readonly FoundRedirect[];
  readonly comments: number;
};

/** That of the blog; in a network, `wp:base_site_url` is that of the whole. */
const ADDRESSES = ['wp:base_blog_url', 'link', 'wp:base_site_url'];

function pathOf(siteUrl: string | null): string {
  return siteUrl === null ? '' : (URL.parse(siteUrl)?.pathname.replace(/\/$/, '') ?? '');
}

export async function survey(elements: AsyncIterable<WxrElement>): Promise<Survey> {
  const attachments = new Attachments();
  const topics = new TopicAddresses();
  const addresses = new Map<string, string>();
  let comments = 0;
  for await (const element of elements) {
    if (ADDRESSES.includes(element.name)) addresses.set(element.name, element.text.trim());
    if (element.name === 'wp:category') topics.addCategory(element);
    if (element.name === 'wp:tag') topics.addTag(element);
    if (element.name !== 'item') continue;
    comments += childrenOf(element, 'wp:comment').length;
    if (typeOf(element) === 'attachment') attachments.add(element);
    else if (typeOf(element) === 'post' && reasonToSkip(element) === null) topics.addPost(element);
  }
  const found = ADDRESSES.map((name) => siteUrlOf(addresses.get(name) ?? ''));
  const siteUrl = found.find((address) => address !== null) ?? null;
  return { siteUrl, attachments, redirects: topics.redirects(pathOf(siteUrl)), comments };
}
