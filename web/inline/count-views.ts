/**
 * Counts what is read. Every byte of it comes with each page of a blog that counts, so it looks four times a second what
 * is shown, in place of listening to everything that could change that.
 */
import { readToken } from '../app/lib/read-token.ts';

/** These many quarters of a second make a view. */
const SEEN = 4;

/** Two lines: who sees the last but one has read the text. */
const NEARLY = 48;

let path: string | undefined;
let time = 0;
let read = 0;
let { referrer } = document;

const send = () =>
  // The server puts the host of its API before this path.
  navigator.sendBeacon('/api/views', JSON.stringify({ path, referrer, end: [read, time] }));

// A page that is hidden or left may not come back; if it does, it reports the time since then.
const leave = () => {
  if (time > SEEN) {
    send();
    // From now on it is no whole number, by which the server knows that this view has reported an end.
    time = SEEN - 0.5;
  }
};
addEventListener('visibilitychange', leave);
addEventListener('pageshow', ({ persisted }) => {
  // Whoever comes back by the history reads it again.
  if (persisted) path = '';
});

setInterval(() => {
  // The owner is not counted, who may log in meanwhile. The service worker says so when it shows a copy.
  if (document.hidden || readToken() || document.querySelector('.saved-copy')) return;
  if (path !== location.pathname) {
    leave();
    path = location.pathname;
    time = read = 0;
  }
  if (++time === SEEN) {
    send();
    referrer = '';
  }
  // The header above an article is as high as the links below its text. Without an article it is no number.
  const part =
    (innerHeight + scrollY + NEARLY) / (document.querySelector('article')?.offsetHeight as number);
  // In its first second, an address can still show the page before it.
  if (part > read && time > SEEN) read = part;
}, 250);
