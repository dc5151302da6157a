// Separate from the schemas, so that the browser does not load zod.

/** Counted in bytes, as mail servers do. */
export const MAX_EMAIL = 254;
const MAX_LOCAL_PART = 64;

/** Words have dots between them. Letters of all languages are allowed, but no quotes and comments. */
const WORD = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+";
const LOCAL_PART = new RegExp(`^${WORD}(?:\\.${WORD})*$`, 'u');

/** Joiners are part of names in some scripts. */
const DOMAIN = /^[\p{L}\p{M}\p{N}.\-\u200c\u200d]+$/u;
const ASCII_DOMAIN =
  /^(?:(?!-)[a-z\d-]{1,63}(?<!-)\.)+(?=[a-z\d-]*[a-z])(?!-)[a-z\d-]{2,63}(?<!-)$/;

const bytes = (text: string) => new TextEncoder().encode(text).length;

/** Returns what mail servers use: lower case, with letters beyond ASCII encoded. */
function asciiDomain(domain: string): string | null {
  if (!DOMAIN.test(domain)) return null;
  const address = `http://${domain}`;
  const ascii = URL.canParse(address) ? new URL(address).hostname : '';
  return ASCII_DOMAIN.test(ascii) ? ascii : null;
}

/**
 * Equal for equal mailboxes: the domain is compared in the form that mail servers use, and what is before the @ as it
 * is, because only its server knows what is equal there. Null if mail cannot be sent to it.
 */
export function emailKey(email: string): string | null {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, Math.max(0, at));
  const domain = asciiDomain(email.slice(at + 1));
  if (domain === null || !LOCAL_PART.test(local) || bytes(local) > MAX_LOCAL_PART) return null;
  const key = `${local}@${domain}`;
  return bytes(key) <= MAX_EMAIL && bytes(email) <= MAX_EMAIL ? key : null;
}

/**
 * For limits, of an `emailKey`: large providers deliver all spellings that have it in common to one mailbox.
 * Elsewhere different mailboxes may have it in common, so it identifies nobody.
 */
export function mailboxKey(key: string): string {
  const at = key.lastIndexOf('@');
  const local = key.slice(0, at).normalize('NFKC').toLowerCase();
  const [name = ''] = local.replaceAll('.', '').split('+');
  return name + key.slice(at);
}
