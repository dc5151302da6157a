import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { composeMail } from './compose-mail.ts';
import { envelopeAddress, returnAddress } from './mail-addresses.ts';

const FROM = { name: 'Zoë’s “Blog”, daily', address: 'zoe@bücher.example' };
const MAIL = { to: 'ann@example.com', subject: 'Grüße', html: '<p>ü</p>', text: 'ü\n' };

async function read(mail: Parameters<typeof composeMail>[0], from = FROM) {
  const raw = await composeMail(mail, from);
  return { raw: raw.toString('latin1'), mail: await PostalMime.parse(raw) };
}

const headersOf = (raw: string) => raw.slice(0, raw.indexOf('\r\n\r\n'));

test('a mail has its parts and headers, in ASCII', async () => {
  const headers = { 'List-Id': '<blog.example>' };
  const { raw, mail } = await read({ ...MAIL, to: 'ann@bücher.example', headers });
  expect(raw).toMatch(/^\p{ASCII}*$/u);
  expect(mail).toMatchObject({
    from: { name: FROM.name, address: 'zoe@xn--bcher-kva.example' },
    to: [{ name: '', address: 'ann@xn--bcher-kva.example' }],
    subject: 'Grüße',
    html: expect.stringContaining('<p>ü</p>'),
    text: 'ü\n',
    messageId: expect.stringMatching(/^<[\w-]{36}@xn--bcher-kva\.example>$/),
  });
  expect(Math.abs(Date.parse(mail.date ?? '') - Date.now())).toBeLessThan(600_000);
  const find = (key: string) => mail.headers.filter((header) => header.key === key);
  expect(find('list-id')).toMatchObject([{ value: '<blog.example>' }]);
  expect(find('auto-submitted')).toMatchObject([{ value: 'auto-generated' }]);
  expect(raw).toMatch(/^Content-Type: multipart\/alternative;/m);
});

test.each([
  '=?utf-8?q?x?=',
  'How to write =?utf-8?q?x?= in “mails”, and why '.repeat(4).trim(),
  'ü =?utf-8?b?eA==?=',
])('the subject %s is read as it was written', async (subject) => {
  expect((await read({ ...MAIL, subject })).mail.subject).toBe(subject);
});

test('lines are not longer than mail servers accept', async () => {
  const long = 'word '.repeat(2_000);
  const { raw } = await read({ ...MAIL, subject: long, html: `<p>${long}</p>`, text: long });
  expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998);
});

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        '\r\n',
        '\n',
        '\r',
        ' ',
        'Bcc: x@evil.example',
        '=?utf-8?q?=0A?=',
        '<',
        '"',
        ',',
        'ü',
      ),
    )
    .map((parts) => parts.join('')),
);

test('no field can add a header, a recipient or a part', async () => {
  const fields = fc.record({ to: text, subject: text, html: text, text, name: text, value: text });
  const KNOWN =
    /^(from|to|subject|date|message-id|list-id|auto-submitted|mime-version|content-(type|transfer-encoding))$/;
  await fc.assert(
    fc.asyncProperty(fields, async ({ to, name, value, ...content }) => {
      const headers = { 'List-Id': value };
      const { raw, mail } = await read(
        { ...content, to: `${to}@example.com`, headers },
        { name, address: 'blog@example.org' },
      );
      const found =
        headersOf(raw)
          .toLowerCase()
          .match(/^[^\s:]+(?=:)/gm) ?? [];
      expect(found.filter((each) => !KNOWN.test(each))).toEqual([]);
      expect(new Set(found).size).toBe(found.length);
      expect(headersOf(raw).replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
      expect(mail.from?.address).toBe('blog@example.org');
      expect(mail.to?.length ?? 0).toBeLessThanOrEqual(1);
      expect(mail.attachments).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test('a return address that would be too long stays plain', () => {
  expect(returnAddress('blog@example.org', 'token')).toBe('blog+token@example.org');
  const local = 'a'.repeat(59);
  expect(returnAddress(`${local}@b.example`, 'toke')).toBe(`${local}+toke@b.example`);
  expect(returnAddress(`${local}@b.example`, 'token')).toBe(`${local}@b.example`);
  expect(returnAddress(`${'ü'.repeat(30)}@b.example`, 'toke')).toBe(`${'ü'.repeat(30)}@b.example`);
});

test('domains in the envelope are in ASCII', () => {
  expect(envelopeAddress('a@BÜCHER.example')).toBe('a@xn--bcher-kva.example');
  expect(envelopeAddress('ü@bücher.example')).toBe('ü@bücher.example');
});
