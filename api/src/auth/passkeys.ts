import { createHash, randomBytes } from 'node:crypto';
import type {
  PasskeyAnswer,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '@longhand/contract/second-factor';
import type { PasskeysTable } from '../database/tables.ts';

/** `id` is the host to which browsers bind passkeys, `origin` the site on which they may be used. */
export type RelyingParty = { readonly id: string; readonly origin: string };

/** It is that of the site, also where the API has another host: the dashboard is part of the site. */
export function relyingPartyOf(siteUrl: string): RelyingParty {
  const { hostname: id, origin } = new URL(siteUrl);
  return { id, origin };
}

export const CHALLENGE_MS = 5 * 60_000;

export function generateChallenge(): string {
  return randomBytes(32).toString('base64url');
}

/** The library is loaded when it is first needed, because that takes a while, and some memory. */
const load = () => import('@simplewebauthn/server');

/** Which passkeys there are is not said, so the browser offers those that it has. */
export function requestOptions(challenge: string, { id }: RelyingParty): PasskeyRequestOptions {
  return { challenge, rpId: id, timeout: CHALLENGE_MS, userVerification: 'required' };
}

/** EdDSA, ES256 and RS256, which together every authenticator has. */
const ALGORITHMS = [-8, -7, -257];

export function creationOptions(
  challenge: string,
  { id }: RelyingParty,
  account: { username: string; passkeys: readonly PasskeysTable[] },
): PasskeyCreationOptions {
  const { username, passkeys } = account;
  return {
    challenge,
    rp: { id, name: id },
    user: {
      // The same for each passkey of an account, and without the name, which authenticators show.
      id: createHash('sha256').update(username).digest('base64url'),
      name: username,
      displayName: username,
    },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: passkeys.map(({ credential_id }) => ({
      type: 'public-key',
      id: credential_id,
    })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    timeout: CHALLENGE_MS,
    attestation: 'none',
  };
}

/** What the browser says that it has answered. Undefined if this is no answer of a browser. */
export function answeredChallenge(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

type Credential = Pick<PasskeysTable, 'credential_id' | 'public_key' | 'counter'>;

type Expected = { readonly challenge: string; readonly relyingParty: RelyingParty };

function expectations({ challenge, relyingParty }: Expected) {
  return {
    expectedChallenge: challenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    requireUserVerification: true,
  };
}

/** Returns the new counter; undefined if the answer is wrong. The library throws for most that can be wrong. */
export async function verifyAnswer(
  { id, rawId, type, response }: PasskeyAnswer,
  credential: Credential,
  expected: Expected,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await load();
  if (type !== 'public-key') return undefined;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expectations(expected),
      response: { id, rawId, type, response, clientExtensionResults: {} },
      credential: {
        id: credential.credential_id,
        publicKey: new Uint8Array(Buffer.from(credential.public_key, 'base64url')),
        counter: credential.counter,
      },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined if the registration is wrong. */
export async function verifyRegistration(
  { id, rawId, type, response }: PasskeyRegistration,
  expected: Expected,
): Promise<Credential | undefined> {
  const { verifyRegistrationResponse } = await load();
  if (type !== 'public-key') return undefined;
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      ...expectations(expected),
      response: { id, rawId, type, response, clientExtensionResults: {} },
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return undefined;
    const { credential } = registrationInfo;
    return {
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
    };
  } catch {
    return undefined;
  }
}
