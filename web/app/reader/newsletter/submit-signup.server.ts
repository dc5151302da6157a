import { SIGNUP_CALL } from '@longhand/contract/newsletter-addresses';
import { data, type RouterContextProvider } from 'react-router';
import { callApi } from './call-api.server.ts';
import { readPageTexts } from './page-texts.server.ts';
import { type SignupResult, signupResult } from './signup-result.ts';

const STATUSES: Readonly<Record<SignupResult, number>> = {
  sent: 200,
  wrong: 400,
  thanks: 409,
  'too-many': 429,
  failed: 503,
};

const textOf = (form: FormData, name: string) => String(form.get(name) ?? '');

type Answer = {
  readonly email: string;
  readonly result: SignupResult | null;
  /** In place of the result's text. */
  readonly text?: string;
};

type Context = Readonly<RouterContextProvider>;

/** Joins for a visitor without scripts. What was typed is kept unless it was accepted. */
export async function submitSignup(context: Context, form: FormData) {
  const [email, website] = [textOf(form, 'email'), textOf(form, 'website')];
  const response = await callApi(context, SIGNUP_CALL, { email, website });
  if (response.status === 403) {
    const text = (await readPageTexts(context))('foreign');
    return data<Answer>({ email, result: null, text }, { status: 403 });
  }
  const result = signupResult(response.status);
  const retryAfter = response.headers.get('retry-after');
  // Without the address, so that the page and its headers are the same for everybody.
  return data<Answer>(
    { email: result === 'sent' ? '' : email, result },
    { status: STATUSES[result], headers: retryAfter ? { 'retry-after': retryAfter } : {} },
  );
}
