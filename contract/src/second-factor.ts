import { z } from 'zod';
import { PASSWORD_LENGTH } from './limits.ts';
import { namedInput, namedObject } from './named-schemas.ts';
import { timestamp } from './posts/posts.ts';
import { line, text } from './text/text.ts';

export const secondFactorState = namedObject('SecondFactorState', {
  second_factor: z.boolean().describe('Whether the password alone is not enough.'),
  passkeys: z.boolean().describe('Whether there is a passkey to log in with.'),
});

export type SecondFactorState = z.infer<typeof secondFactorState>;

export const passkey = namedObject('Passkey', {
  id: z.uuid(),
  name: z.string(),
  created_at: timestamp,
  last_used_at: timestamp.nullable().describe('Null until it is used to log in or to confirm.'),
});

export type Passkey = z.infer<typeof passkey>;

export const secondFactor = namedObject('SecondFactor', {
  totp: z.boolean().describe('Whether an authenticator app is set up.'),
  passkeys: z.array(passkey),
  recovery_codes_left: z.int(),
});

export type SecondFactor = z.infer<typeof secondFactor>;

/** In base64url. Far longer than any authenticator makes them. */
const bytes = text(10_000);

const credential = { id: bytes, rawId: bytes, type: text(100) };

/** The credential’s `toJSON()`. Unknown fields are dropped, because browsers add some. */
export const passkeyAnswer = namedObject('PasskeyAnswer', {
  ...credential,
  response: z.object({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes }),
});

export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;

const passkeyRegistration = namedObject('PasskeyRegistration', {
  ...credential,
  response: z.object({ clientDataJSON: bytes, attestationObject: bytes }),
});

export type PasskeyRegistration = z.infer<typeof passkeyRegistration>;

export const passkeyInput = namedInput('NewPasskey', {
  name: line(100),
  response: passkeyRegistration,
});

export type PasskeyInput = z.infer<typeof passkeyInput>;

export const code = text(1_000).describe(
  'Six digits of the authenticator app, or a recovery code.',
);

/** What is asked again before something that a stolen session must not do. */
export const confirmationFields = {
  password: text(PASSWORD_LENGTH.max).min(1),
  code: code.optional().describe('Needed, unless `passkey` is sent, once a second factor is on.'),
  passkey: passkeyAnswer.optional(),
};

export const confirmation = namedInput('Confirmation', confirmationFields);

export type Confirmation = z.infer<typeof confirmation>;

export const totpSetup = namedObject('TotpSetup', {
  secret: z.string().describe('In Base32: SHA-1, 6 digits, 30 seconds.'),
  uri: z.string().describe('The same for a QR code.'),
});

export type TotpSetup = z.infer<typeof totpSetup>;

export const totpConfirmation = namedInput('TotpConfirmation', { code });

const recoveryCodes = z.array(z.string());

export const madeRecoveryCodes = namedObject('RecoveryCodes', { recovery_codes: recoveryCodes });

/** They are made with the first factor. */
const newRecoveryCodes = recoveryCodes
  .nullable()
  .describe('Null if there are recovery codes already.');

export const confirmedTotp = namedObject('ConfirmedTotp', { recovery_codes: newRecoveryCodes });

export const addedPasskey = namedObject('AddedPasskey', {
  passkey,
  recovery_codes: newRecoveryCodes,
});

export type AddedPasskey = z.infer<typeof addedPasskey>;

const publicKeyType = z.literal('public-key');

export const passkeyRequestOptions = namedObject('PasskeyRequestOptions', {
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
});

export type PasskeyRequestOptions = z.infer<typeof passkeyRequestOptions>;

export const passkeyCreationOptions = namedObject('PasskeyCreationOptions', {
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: publicKeyType, alg: z.int() })),
  excludeCredentials: z.array(z.object({ type: publicKeyType, id: z.string() })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  timeout: z.int(),
  attestation: z.literal('none'),
});

export type PasskeyCreationOptions = z.infer<typeof passkeyCreationOptions>;
