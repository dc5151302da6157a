import {
  confirmationCall,
  SIGNUP_CALL,
  subscriptionCall,
} from '@longhand/contract/newsletter/newsletter-addresses';
import { fill, type Words } from '@longhand/contract/words';
import { data, type RouterContextProvider } from 'react-router';
import { orElse } from '../../lib/api-client.ts';
import { apiContext, callContext, siteContext } from '../site/context.server.ts';
import { allWordsOf } from '../site/words-file.server.ts';
import { type SignupResult, signupResult } from './newsletter.tsx';

type Context = Readonly<RouterContextProvider>;

type Name<Key> = Key extends `newsletter-page.${infer Rest}` ? Rest : never;

/** The texts of these pages are in their data: other readers do not load them. */
async function readPageTexts(context: Context) {
  const reader = context.get(siteContext);
  const site = await orElse(reader.read(context.get(apiContext)), reader.lastKnown());
  const words = allWordsOf(site);
  return (name: Name<keyof Words>): string =>
    fill(words[`newsletter-page.${name}`], { site: site.name });
}

/** The response has the status 503 if nothing has answered. */
async function callApi(context: Context, path: string, body?: object): Promise<Response> {
  try {
    return await context.get(callContext)(path, body);
  } catch (error) {
    console.error(error);
    return new Response(null, { status: 503 });
  }
}

type LinkAction = 'confirm' | 'leave';

type LinkPage = {
  readonly title: string;
  readonly text: string;
  /** What the button says, if there is something to do. */
  readonly button: string | null;
  readonly canJoin: boolean;
};

type Link = { readonly action: LinkAction; readonly token: string };

const CALLS = { confirm: confirmationCall, leave: subscriptionCall };

/** Bounced addresses get no mail either. */
const DONE: Readonly<Record<LinkAction, readonly string[]>> = {
  confirm: ['confirmed'],
  leave: ['unsubscribed', 'bounced'],
};

const RESULTS = { confirm: 'confirmed', leave: 'left' } as const;

export function linkOf({ action, token = '' }: { action?: string; token?: string }): Link | null {
  return action === 'confirm' || action === 'leave' ? { action, token } : null;
}

const callOf = ({ action, token }: Link) => CALLS[action](encodeURIComponent(token));

/** Returns false on a failure. What the link does is done once, however often it is called. */
export async function applyLink(context: Context, link: Link): Promise<boolean> {
  return (await callApi(context, callOf(link), {})).status < 500;
}

async function readState(context: Context, link: Link): Promise<string | null> {
  const response = await callApi(context, callOf(link));
  if (response.ok) return ((await response.json()) as { state: string }).state;
  return response.status < 500 ? 'gone' : null;
}

export async function loadLinkPage(
  context: Context,
  link: Link,
): Promise<{ page: LinkPage | null; status: number }> {
  const { action } = link;
  const [state, text] = await Promise.all([readState(context, link), readPageTexts(context)]);
  if (state === null) return { page: null, status: 503 };
  if (state === 'gone') {
    const page = { title: text('gone'), text: text(`${action}-gone`), button: null };
    return { page: { ...page, canJoin: action === 'confirm' }, status: 404 };
  }
  if (!DONE[action].includes(state)) {
    const page = { title: text(action), text: text(`${action}-text`) };
    return { page: { ...page, button: text(`${action}-button`), canJoin: false }, status: 200 };
  }
  const result = RESULTS[action];
  const page = { title: text(result), text: text(`${result}-text`), button: null };
  return { page: { ...page, canJoin: action === 'leave' }, status: 200 };
}

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
  /** Replaces the result's text. */
  readonly text?: string;
};

/** Subscribes a visitor without scripts. What was typed is kept unless it was accepted. */
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
