import type {
  PasskeyAnswer,
  PasskeyRequestOptions,
  SecondFactorState,
} from '@longhand/contract/second-factor';
import { apiAddress } from '../../lib/browser-api.ts';

const accept = 'application/json';

export class LoginRefused extends Error {
  readonly status: number;
  /** In seconds; 0 if the answer names no time. */
  readonly retryAfter: number;

  constructor(call: string, { status, headers }: Response) {
    super(`${call} answered ${status}`);
    this.status = status;
    this.retryAfter = Number(headers.get('retry-after')) || 0;
  }
}

async function bodyOf<Body>(call: string, response: Response): Promise<Body> {
  if (!response.ok) throw new LoginRefused(call, response);
  return (await response.json()) as Body;
}

async function post<Body>(path: string, body: unknown): Promise<Body> {
  const response = await fetch(apiAddress(path), {
    method: 'POST',
    headers: { accept, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return bodyOf(`POST ${path}`, response);
}

async function tokenFrom(path: string, body: unknown): Promise<string> {
  const { access_token } = await post<{ access_token?: unknown }>(path, body);
  if (typeof access_token !== 'string') throw new Error(`POST ${path} answered without a token`);
  return access_token;
}

export async function readSecondFactor(signal: AbortSignal): Promise<SecondFactorState> {
  return bodyOf('GET /login', await fetch(apiAddress('/login'), { headers: { accept }, signal }));
}

/** The code is undefined while there is no second factor. */
export function login(
  username: string,
  password: string,
  code: string | undefined,
): Promise<string> {
  return tokenFrom('/login', { username, password, code });
}

/** To log in, or to confirm something with a passkey. */
export function beginPasskeyUse(): Promise<PasskeyRequestOptions> {
  return post('/login/passkey/options', {});
}

export function loginWithPasskey(answer: PasskeyAnswer): Promise<string> {
  return tokenFrom('/login/passkey', answer);
}
