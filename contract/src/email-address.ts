// Separate from the schemas, so that the browser does not load zod.

/** Of an address, in bytes, as mail servers count. */
export const MAX_EMAIL = 254;
const MAX_LOCAL_PART = 64;

/** Words with dots between them; letters of all languages, but no quotes and comments. */
const WORD = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+";
const LOCAL_PART = new RegExp(`^${WORD}(?:\\.${WORD})*$`, 'u');

/** Joiners are part of names in some scripts. */
const DOMAIN = /^[\p{L}\p{M}\p{N}.\-\u200c\u200d]+$/u;
const ASCII_DOMAIN =
  /^(?:(?!-)[a-z\d-]{1,63}(?<!-)\.)+(?=[a-z\d-]*[a-z])(?!-)[a-z\d-]{2,63}(?<!-)$/;

const bytes = (text: string) => new TextEncoder().encode(text).length;

/** As mail servers know it: in lower case, and letters beyond ASCII encoded. */
function asciiDomain(domain: string): string | null {
  if (!DOMAIN.test(domain)) return null;
  const address = `http://${domain}`;
  const ascii = URL.canParse(address) ? new URL(address).hostname : '';
  return ASCII_DOMAIN.test(ascii) ? ascii : null;
}

/**
 * Equal for equal mailboxes: the domain is compared as mail servers know it, and what is before the @ as it
 * is, since only its server knows what is equal there. Null if it is no address that mail can be sent to.
 */
export function emailKey(email: string): string | null {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, Math.max(0, at));
  const domain = asciiDomain(email.slice(at + 1));
  if (domain === null || !LOCAL_PART.test(local) || bytes(local) > MAX_LOCAL_PART) return null;
  const key = `${local}@${domain}`;
  return bytes(key) <= MAX_EMAIL && bytes(email) <= MAX_EMAIL ? key : null;
}
