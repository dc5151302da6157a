import { randomUUID } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Mailbox } from '../mail-settings.ts';
import { encodeText, looksEncoded } from './encoded-words.ts';
import { asciiDomainOf } from './envelope-address.ts';
import type { Mail } from './mail.ts';

const withoutBreaks = (text: string) => text.replace(/[\r\n]+/g, ' ');

/** nodemailer encodes other letters, but not what looks as if it had been. */
function preparedSubject(subject: string): string {
  return looksEncoded(subject) ? encodeText(withoutBreaks(subject)) : subject;
}

/** Not encoded again: a quoted name would become one encoded word with the address behind it. */
function preparedHeaders(headers: Mail['headers'] = {}) {
  const prepared = Object.entries(headers).map(([name, value]) => {
    return [name, { prepared: true, foldLines: true, value: withoutBreaks(value) }] as const;
  });
  return Object.fromEntries(prepared);
}

/** As RFC 5322 and MIME have it. */
export function composeMail(mail: Mail, from: Mailbox): Promise<Buffer> {
  const composer = new MailComposer({
    from: { ...from },
    to: { name: '', address: mail.to },
    subject: preparedSubject(mail.subject),
    text: mail.text,
    html: mail.html,
    messageId: `<${randomUUID()}@${asciiDomainOf(from.address)}>`,
    // Against answers of robots, such as holiday notices.
    headers: { 'Auto-Submitted': 'auto-generated', ...preparedHeaders(mail.headers) },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}
