/** These many quarters of a second make a view. */
const SEEN = 4;

/**
 * Counts what is read. Every byte of it comes with each page, so it looks four times a second what is shown, in place of
 * listening to everything that could change that.
 */
export function countViews(): void {
  let path: string | undefined;
  let time = 0;
  let read = 0;
  let { referrer } = document;

  const send = () =>
    // The server puts the host of its API before this path.
    navigator.sendBeacon('/api/views', JSON.stringify({ path, referrer, end: [read, time] }));

  // A page that is hidden may not come back; if it does, it reports the time since then.
  const leave = () => {
    if (time > SEEN) {
      send();
      time = SEEN;
    }
  };
  document.onvisibilitychange = leave;
  window.onpagehide = () => {
    leave();
    // Whoever comes back by the history reads it again.
    path = '';
  };

  setInterval(() => {
    // The service worker says so when it shows a copy.
    if (document.hidden || document.querySelector('.saved-copy')) return;
    if (path !== location.pathname) {
      leave();
      path = location.pathname;
      time = read = 0;
    }
    time += 1;
    if (time === SEEN) {
      send();
      referrer = '';
    }
    // The header above an article is as high as the links below its text. Without an article it is no number.
    const part =
      (innerHeight + scrollY) / (document.querySelector('article')?.offsetHeight as number);
    // In its first second, an address can still show the page before it.
    if (time > SEEN && part > read) read = part;
  }, 250);
}
