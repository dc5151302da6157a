import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { composeMail } from '../../mail/compose-mail.ts';
import type { Mail } from '../../mail/mail.ts';
import { renderPost } from '../../posts/rendering/render.ts';
import { confirmationMail } from './confirmation-mail.ts';
import type { MailSite } from './mail-site.ts';
import { addressPostMail, type MailedPost, renderPostMail } from './post-mail.ts';

const SITE: MailSite = {
  site_name: 'Longhand',
  language: 'en-US',
  time_zone: 'UTC',
  accent: null,
  words: {},
  url: 'https://blog.example',
  uploadsUrl: 'https://blog.example',
};

async function post(content: string, fields: Partial<MailedPost> = {}): Promise<MailedPost> {
  const { public_content } = await renderPost({ title: '', excerpt: '', content, ...fields });
  return {
    slug: 'a-post',
    title: 'A post',
    excerpt: 'What it is about.',
    featured_image: null,
    featured_image_alt: null,
    published_at: '2026-11-05T10:00:00.000Z',
    created_at: '2026-11-01T10:00:00.000Z',
    language: null,
    ...fields,
    content: public_content,
  };
}

async function parse(mail: Mail) {
  const from = { name: 'Ina', address: 'ina@blog.example' };
  return PostalMime.parse(await composeMail(mail, from));
}

const ANNA = { email: 'anna@example.com', token: 'abc123' };

test('a post becomes a mail with both parts and the headers of RFC 8058', async () => {
  const mail = addressPostMail(renderPostMail(await post('<p>Hello'), SITE), ANNA, SITE);
  const parsed = await parse(mail);
  expect(parsed).toMatchObject({ subject: 'A post', to: [{ address: ANNA.email }] });
  expect(Object.fromEntries(parsed.headers.map(({ key, value }) => [key, value]))).toMatchObject({
    'list-id': '"Longhand" <newsletter.blog.example>',
    'list-unsubscribe': '<https://blog.example/newsletter/leave/abc123>',
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
  });
  expect(parsed.html).toContain('href="https://blog.example/newsletter/leave/abc123"');
  expect(parsed.text).toContain('<https://blog.example/newsletter/leave/abc123>');
});

test('a confirmation has one link, in both parts', async () => {
  const mail = confirmationMail({ ...ANNA, confirmToken: 'yes456' }, SITE);
  const parsed = await parse(mail);
  expect(parsed.subject).toBe('Confirm your subscription to Longhand');
  for (const part of [parsed.html, parsed.text])
    expect(part).toContain('https://blog.example/newsletter/confirm/yes456');
});
