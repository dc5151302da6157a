import type {
  PasskeyAnswer,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '@longhand/contract/second-factor';
import {
  PASSKEY_BROKEN,
  PASSKEY_CANCELLED,
  PASSKEY_EXISTS,
  PASSKEY_WRONG_ADDRESS,
} from '../words/second-factor.ts';

/** The message is for the person who wanted to use a passkey. */
export class PasskeyError extends Error {}

const EXPLANATIONS: Readonly<Record<string, string>> = {
  NotAllowedError: PASSKEY_CANCELLED,
  AbortError: PASSKEY_CANCELLED,
  InvalidStateError: PASSKEY_EXISTS,
  SecurityError: PASSKEY_WRONG_ADDRESS,
};

/** Without https there are none. */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
}

async function toJson<Answer>(asked: Promise<Credential | null>): Promise<Answer> {
  try {
    const credential = await asked;
    if (credential instanceof PublicKeyCredential) return credential.toJSON() as Answer;
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    throw new PasskeyError(EXPLANATIONS[name] ?? PASSKEY_BROKEN, { cause: error });
  }
  throw new PasskeyError(PASSKEY_BROKEN);
}

export function createPasskey(options: PasskeyCreationOptions): Promise<PasskeyRegistration> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return toJson(navigator.credentials.create({ publicKey }));
}

export function answerWithPasskey(options: PasskeyRequestOptions): Promise<PasskeyAnswer> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return toJson(navigator.credentials.get({ publicKey }));
}
