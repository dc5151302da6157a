import PostalMime from 'postal-mime';
import { composeMail } from '../api/src/mail/compose-mail.ts';
import type { Mail } from '../api/src/mail/mail.ts';
import type { MailSite } from '../api/src/newsletter/post-mail/mail-site.ts';
import {
  type MailedPost,
  type PostMail,
  renderPostMail,
} from '../api/src/newsletter/post-mail/post-mail.ts';
import { renderPost } from '../api/src/rendering/render.ts';

export const MAIL_SITE: MailSite = {
  site_name: 'Longhand',
  language: 'en-US',
  time_zone: 'UTC',
  accent: null,
  words: {},
  url: 'https://blog.example',
  uploadsUrl: 'https://blog.example',
};

/** As the public gets it: `content` is rendered. */
export async function mailedPost(fields: Partial<MailedPost> = {}): Promise<MailedPost> {
  const { content = '<p>Hello.</p>', language = null } = fields;
  const { public_content } = await renderPost({ title: '', excerpt: '', content, language });
  return {
    slug: 'a-post',
    title: 'A post',
    excerpt: 'What it is about.',
    featured_image: null,
    featured_image_alt: null,
    published_at: '2026-11-05T10:00:00.000Z',
    created_at: '2026-11-01T10:00:00.000Z',
    ...fields,
    language,
    content: public_content,
  };
}

export async function mailOf(
  content: string,
  { site = {}, ...fields }: Partial<MailedPost> & { readonly site?: Partial<MailSite> } = {},
): Promise<PostMail> {
  return renderPostMail(await mailedPost({ ...fields, content }), { ...MAIL_SITE, ...site });
}

/** As it is sent, read by another library than the one that wrote it. */
export async function sendAndParse(mail: Mail) {
  const raw = await composeMail(mail, { name: 'Ina Größe', address: 'ina@blog.example' });
  const parsed = await PostalMime.parse(raw);
  const headers = Object.fromEntries(parsed.headers.map(({ key, value }) => [key, value]));
  return { ...parsed, raw: raw.toString('latin1'), byName: headers };
}
