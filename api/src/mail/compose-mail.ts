import { randomUUID } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Mailbox } from '../config/mail-settings.ts';
import type { Mail } from './mail.ts';
import { asciiDomainOf } from './mail-addresses.ts';
import { encodeText, looksEncoded } from './mail-headers.ts';

const withoutBreaks = (text: string) => text.replace(/[\r\n]+/g, ' ');

/** nodemailer encodes non-ASCII letters, but not a text that looks encoded already. */
function preparedSubject(subject: string): string {
  return looksEncoded(subject) ? encodeText(withoutBreaks(subject)) : subject;
}

/**
 * The values are sent as they are: encoded by nodemailer, a quoted name would become one encoded word with
 * the address behind it.
 */
function preparedHeaders(headers: Mail['headers'] = {}) {
  const prepared = Object.entries(headers).map(([name, value]) => {
    return [name, { prepared: true, foldLines: true, value: withoutBreaks(value) }] as const;
  });
  return Object.fromEntries(prepared);
}

export function composeMail(mail: Mail, from: Mailbox): Promise<Buffer> {
  const composer = new MailComposer({
    from: { ...from },
    to: { name: '', address: mail.to },
    subject: preparedSubject(mail.subject),
    text: mail.text,
    html: mail.html,
    messageId: `<${randomUUID()}@${asciiDomainOf(from.address)}>`,
    // Asks automatic responders, such as holiday notices, not to answer.
    headers: { 'Auto-Submitted': 'auto-generated', ...preparedHeaders(mail.headers) },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}
