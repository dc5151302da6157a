/** Each has a text, as in `newsletter.sent`. */
export type SignupResult = 'sent' | 'wrong' | 'too-many' | 'failed' | 'thanks';

/** By the status of the API's answer; there is nothing to join at 409. */
const RESULTS: Readonly<Record<number, SignupResult>> = {
  202: 'sent',
  400: 'wrong',
  409: 'thanks',
  429: 'too-many',
};

export function signupResult(status: number): SignupResult {
  return RESULTS[status] ?? 'failed';
}
