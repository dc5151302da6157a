import { Secret, TOTP } from 'otpauth';

/** What every authenticator app supports. */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** The clock of the phone may be wrong by so many steps. */
const WINDOW = 1;
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;

export function generateTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

export function totpUri(secret: string, { issuer, label }: { issuer: string; label: string }) {
  return new TOTP({ ...PARAMETERS, issuer, label, secret }).toString();
}

/** The step whose code this is. Undefined if the code is wrong. */
export function findTotpStep(secret: string, code: string, now: Date): number | undefined {
  // Many apps show a space in the middle.
  const token = code.replaceAll(' ', '');
  // Unlike \d in other languages, and unlike Number, this accepts no other digits than 0 to 9.
  if (!/^[0-9]{6}$/.test(token)) return undefined;
  const timestamp = now.getTime();
  const totp = new TOTP({ ...PARAMETERS, secret });
  const delta = totp.validate({ token, timestamp, window: WINDOW });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}
