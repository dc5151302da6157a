import { confirmationCall, subscriptionCall } from '@longhand/contract/newsletter-addresses';
import type { RouterContextProvider } from 'react-router';
import { callApi } from './call-api.server.ts';
import { readPageTexts } from './page-texts.server.ts';

type Context = Readonly<RouterContextProvider>;

export type LinkAction = 'confirm' | 'leave';

type LinkPage = {
  readonly title: string;
  readonly text: string;
  /** What the button says, if there is something to do. */
  readonly button: string | null;
  readonly canJoin: boolean;
};

type Link = { readonly action: LinkAction; readonly token: string };

const CALLS = { confirm: confirmationCall, leave: subscriptionCall };

/** Bounced ones get no mail either. */
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

/** Null on a failure. */
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
