import { randomUUID } from 'node:crypto';
import { domainToASCII } from 'node:url';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Mailbox } from '../mail-settings.ts';
import type { Mail } from './mail.ts';

function split(address: string): { local: string; domain: string } {
  const at = address.lastIndexOf('@');
  return { local: address.slice(0, at), domain: address.slice(at + 1) };
}

const asciiDomain = (domain: string) => domainToASCII(domain) || domain;

/** Servers that only know ASCII can transport any domain; a local part has no such form. */
export function envelopeAddress(address: string): string {
  const { local, domain } = split(address);
  return /^\p{ASCII}*$/u.test(local) ? `${local}@${asciiDomain(domain)}` : address;
}

/** Not encoded again: a quoted name would become one encoded word with the address behind it. */
function preparedHeaders(headers: Mail['headers'] = {}) {
  const prepared = Object.entries(headers).map(([name, value]) => {
    const oneLine = value.replace(/[\r\n]+/g, ' ');
    return [name, { prepared: true, foldLines: true, value: oneLine }] as const;
  });
  return Object.fromEntries(prepared);
}

/** As RFC 5322 and MIME have it. */
export function composeMail(mail: Mail, from: Mailbox): Promise<Buffer> {
  return new MailComposer({
    from: { ...from },
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${randomUUID()}@${asciiDomain(split(from.address).domain)}>`,
    headers: { 'Auto-Submitted': 'auto-generated', ...preparedHeaders(mail.headers) },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}
