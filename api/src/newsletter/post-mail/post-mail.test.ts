import fc from 'fast-check';
import { addressParser } from 'postal-mime';
import { expect, test } from 'vitest';
import {
  MAIL_SITE,
  mailedPost,
  mailOf,
  sendAndParse,
} from '../../../../test-support/post-mails.ts';
import { confirmationMail } from './confirmation-mail.ts';
import type { MailSite } from './mail-site.ts';
import { addressPostMail, type PostMail, previewPostMail, renderPostMail } from './post-mail.ts';

const ANNA = { email: 'anna@example.com', token: 'abc123' };
const UNSUBSCRIBE = 'https://blog.example/newsletter/leave/abc123';

const confirmation = (site: Partial<MailSite> = {}) =>
  confirmationMail({ ...ANNA, confirmToken: 'yes456' }, { ...MAIL_SITE, ...site });

test('a post becomes a mail with both parts and the headers of RFC 8058', async () => {
  const mail = addressPostMail(await mailOf('<p>Hello'), ANNA, MAIL_SITE);
  expect(mail).toMatchObject({ to: ANNA.email, bounceToken: ANNA.token });
  const parsed = await sendAndParse(mail);
  expect(parsed).toMatchObject({ subject: 'A post', to: [{ address: ANNA.email }] });
  expect(parsed.byName).toMatchObject({
    'list-id': '"Longhand" <newsletter.blog.example>',
    'list-unsubscribe': `<${UNSUBSCRIBE}>`,
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    'content-type': expect.stringContaining('multipart/alternative'),
  });
  expect(parsed.html).toContain(`href="${UNSUBSCRIBE}"`);
  expect(parsed.text).toContain(`\n${UNSUBSCRIBE}\n`);
  for (const part of [parsed.html, parsed.text])
    expect(part).toContain('You are receiving this email because you subscribed to Longhand.');
});

test('the preheader is the excerpt, hidden before everything else', async () => {
  const { preheader, html } = await mailOf('<p>Hello', { excerpt: 'Of <tides>\n& time.' });
  expect(preheader).toBe('Of <tides> & time.');
  const [, hidden = ''] =
    /<body[^>]*>\s*<div style="display:none[^>]*>(.*?)<\/div>/s.exec(html) ?? [];
  expect(hidden).toMatch(/^Of &lt;tides&gt; &amp; time\.[\u034f\u200c\u00a0]+$/);
});

test('only the link to unsubscribe is filled in, whatever a post contains', async () => {
  const mail = await mailOf('<p>A {token} and <a href="/{token}">another</a>', {
    title: '{token}',
  });
  const { html, text, subject } = addressPostMail(mail, ANNA, MAIL_SITE);
  expect(subject).toBe('{token}');
  for (const part of [html, text]) {
    expect(part).toContain('A {token} and');
    expect(part.split(ANNA.token)).toHaveLength(2);
  }
});

test('a preview has no link that anybody could unsubscribe by', async () => {
  const post = await mailedPost();
  const preview = previewPostMail(post, MAIL_SITE);
  expect(preview).toMatchObject({ subject: 'A post', preheader: 'What it is about.' });
  expect(preview.html + preview.text).not.toContain('{token}');
});

test('a stored mail can be addressed later', async () => {
  const mail = renderPostMail(await mailedPost(), MAIL_SITE);
  const stored = JSON.parse(JSON.stringify(mail)) as PostMail;
  expect(addressPostMail(stored, ANNA, MAIL_SITE)).toEqual(addressPostMail(mail, ANNA, MAIL_SITE));
});

test('a confirmation has one link, in both parts, and no header of a list', async () => {
  const parsed = await sendAndParse(confirmation());
  expect(parsed.subject).toBe('Confirm your subscription to Longhand');
  for (const part of [parsed.html, parsed.text]) {
    expect(part).toContain('https://blog.example/newsletter/confirm/yes456');
    expect(part).toContain('nothing will happen');
  }
  expect(Object.keys(parsed.byName).filter((name) => name.startsWith('list-'))).toEqual([]);
});

test.each([
  ['Größe & Maß', 'de', 'Bitte bestätigen: Newsletter von Größe & Maß', 'ltr'],
  ['長い手紙', 'ja', '長い手紙の購読の確認', 'ltr'],
  ['مدونة', 'ar', 'تأكيد الاشتراك في مدونة', 'rtl'],
  ['وبلاگ', 'fa', 'Confirm your subscription to وبلاگ', 'ltr'],
])('%s is written in %s, in headers as in texts', async (site_name, language, subject, dir) => {
  const site = { site_name, language };
  const parsed = await sendAndParse(confirmation(site));
  expect(parsed.subject).toBe(subject);
  expect(parsed.html).toMatch(new RegExp(`<td lang="\\w+" dir="${dir}"`));
  const mail = await mailOf('<p>Hello', { title: `${site_name}!`, site });
  const sent = await sendAndParse(addressPostMail(mail, ANNA, { ...MAIL_SITE, ...site }));
  expect(sent.subject).toBe(`${site_name}!`);
  expect(addressParser(sent.byName['list-id'] ?? '')).toEqual([
    { name: site_name, address: 'newsletter.blog.example' },
  ]);
});

test.each([
  ['https://straße.example', 'newsletter.xn--strae-oqa.example'],
  ['http://localhost:3000', 'newsletter.localhost'],
  ['http://[::1]:3000', 'newsletter.-1-'],
])('the id of the list at %s is ASCII', async (url, id) => {
  const site = { ...MAIL_SITE, url };
  const { headers } = addressPostMail(renderPostMail(await mailedPost(), site), ANNA, site);
  expect(headers?.['List-Id']).toBe(`"Longhand" <${id}>`);
});

test('a name of the site that looks encoded is encoded', async () => {
  const site_name = '=?utf-8?q?x?= & more';
  const { headers } = addressPostMail(await mailOf('<p>Hello'), ANNA, { ...MAIL_SITE, site_name });
  const words = `=?UTF-8?B?${Buffer.from(site_name).toString('base64')}?=`;
  expect(headers?.['List-Id']).toBe(`${words} <newsletter.blog.example>`);
});

const NAMES = [
  ...['from', 'to', 'subject', 'message-id', 'date', 'mime-version', 'content-type'],
  ...['auto-submitted', 'x-auto-response-suppress', 'precedence'],
  ...['list-id', 'list-unsubscribe', 'list-unsubscribe-post'],
];

/** What somebody would try. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        ...[
          '\r\n',
          '\n',
          '\r',
          '\0',
          '\u2028',
          ' ',
          '"',
          '\\',
          '<',
          '>',
          ',',
          ':',
          '=?UTF-8?Q?=0D=0A?=',
        ],
        ...['Bcc: x@evil.example', 'é', '漢', 'text'],
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
);

function headerNames(raw: string): string[] {
  const [head = ''] = raw.split('\r\n\r\n');
  const lines = head.split(/\r\n(?![ \t])/);
  return lines.map((line) => line.slice(0, line.indexOf(':')).toLowerCase());
}

test('no field adds a header, ends the headers or makes one that is not ASCII', async () => {
  const base = await mailedPost();
  const fields = fc.record({
    title: hostile,
    excerpt: hostile,
    site_name: hostile,
    token: hostile,
  });
  await fc.assert(
    fc.asyncProperty(fields, async ({ title, excerpt, site_name, token }) => {
      const site = { ...MAIL_SITE, site_name };
      const post = renderPostMail({ ...base, title, excerpt }, site);
      const to = { email: ANNA.email, token: token.toWellFormed() };
      for (const mail of [
        addressPostMail(post, to, site),
        confirmationMail({ ...to, confirmToken: to.token }, site),
      ]) {
        const { raw, to: recipients, html, text } = await sendAndParse(mail);
        const names = headerNames(raw);
        expect(NAMES).toEqual(expect.arrayContaining(names));
        expect(new Set(names).size).toBe(names.length);
        expect(raw).toMatch(/^\p{ASCII}*$/u);
        expect(recipients).toEqual([{ name: '', address: ANNA.email }]);
        expect(html).toContain('</html>');
        expect(text).toMatch(/^https:\/\/blog\.example\/newsletter\/\S+$/m);
      }
    }),
    { numRuns: 40 },
  );
});
