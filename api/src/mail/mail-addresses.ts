import { domainToASCII } from 'node:url';
import type { SendOutcome } from './mail.ts';

function split(address: string): { local: string; domain: string } {
  const at = address.lastIndexOf('@');
  return { local: address.slice(0, at), domain: address.slice(at + 1) };
}

/** Some mail servers only know domains in ASCII. */
export function asciiDomainOf(address: string): string {
  const { domain } = split(address);
  return domainToASCII(domain) || domain;
}

/** Any domain can be written in ASCII; what is before the @ has no such form. */
export function envelopeAddress(address: string): string {
  const { local } = split(address);
  return /^\p{ASCII}*$/u.test(local) ? `${local}@${asciiDomainOf(address)}` : address;
}

const MAX_LOCAL_PART = 64;

/** `local+token@domain`, unless that would be longer than mail servers must accept. */
export function returnAddress(from: string, token: string): string {
  const at = from.lastIndexOf('@');
  const local = `${from.slice(0, at)}+${token}`;
  return Buffer.byteLength(local) > MAX_LOCAL_PART ? from : `${local}${from.slice(at)}`;
}

/** Some servers check the sender only when they hear the recipient. */
function isSenderRefused(outcome: SendOutcome): boolean {
  if (outcome.kind !== 'permanent' || outcome.step === 'message') return false;
  if (outcome.step === 'sender' || /^5\.1\.[78]$/.test(outcome.status ?? '')) return true;
  // Most refusals of this kind are about the recipient, and must not be repeated.
  return /^5\.7\.\d+$/.test(outcome.status ?? '') && /sender|send as/i.test(outcome.reason);
}

export function createReturnAddresses(from: string) {
  let isPlain = false;
  return {
    /** Some servers only send mails from the account's own address: they get it without a token. */
    async use(
      token: string | undefined,
      send: (sender: string) => Promise<SendOutcome>,
    ): Promise<SendOutcome> {
      const sender = token === undefined || isPlain ? from : returnAddress(from, token);
      const outcome = await send(sender);
      if (sender === from || !isSenderRefused(outcome)) return outcome;
      const plainOutcome = await send(from);
      if (plainOutcome.kind === 'sent') isPlain = true;
      return plainOutcome;
    },
  };
}

export type ReturnAddresses = ReturnType<typeof createReturnAddresses>;
