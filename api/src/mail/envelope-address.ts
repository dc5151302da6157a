import { domainToASCII } from 'node:url';

function split(address: string): { local: string; domain: string } {
  const at = address.lastIndexOf('@');
  return { local: address.slice(0, at), domain: address.slice(at + 1) };
}

/** As mail servers that only know ASCII write it. */
export function asciiDomainOf(address: string): string {
  const { domain } = split(address);
  return domainToASCII(domain) || domain;
}

/** Any domain can be written in ASCII; what is before the @ has no such form. */
export function envelopeAddress(address: string): string {
  const { local } = split(address);
  return /^\p{ASCII}*$/u.test(local) ? `${local}@${asciiDomainOf(address)}` : address;
}
