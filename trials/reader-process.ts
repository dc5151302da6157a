import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from './clients.ts';

/** A reader now and then: a page that is rendered again counts as often as it is waited for. */
const PAUSE_MS = 10;

/** A process of its own, so that it measures only the server; started with the URL of the page. */
const { origin, pathname } = new URL(process.argv[2] ?? '');
const { send } = createClient(origin);
process.once('disconnect', () => process.exit(0));
for (;;) {
  const { status, ms } = await send(pathname);
  process.send?.({ status, ms });
  await wait(PAUSE_MS);
}
