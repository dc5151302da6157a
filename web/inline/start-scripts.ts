/**
 * Starts the scripts of a public page at the first sign that the reader wants more than to read it,
 * or when it is complete and nobody has touched it for a while. It is built into one script, which is part of every
 * public page.
 */
import { readToken } from '../app/lib/read-token.ts';
import { savesData } from '../app/reader/offline/saves-data.ts';
import { reportHeldForms, watchForms } from './early-forms.ts';
import { watchPictures } from './early-presses.ts';
import { loadScripts, pause, type Scripts } from './load-scripts.ts';

/** Most of those who stay longer touch the page; those who leave sooner need no scripts. */
const UNTOUCHED_MS = 3_000;

function linkOf({ target }: Event): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
}

/** True if the click opens another page in place of this one. */
function leavesPage(event: MouseEvent): boolean {
  const link = linkOf(event);
  if (!link || link.target || event.defaultPrevented) return false;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return false;
  return (
    link.protocol.startsWith('http') && link.href.split('#')[0] !== location.href.split('#')[0]
  );
}

/** Calls back at every sign that the reader wants to do something with this page. */
function watchIntent(scripts: Scripts, onIntent: () => void): void {
  const options = { capture: true, passive: true, signal: scripts.listening.signal };
  for (const type of ['pointerdown', 'touchstart', 'focusin', 'keydown'])
    addEventListener(
      type,
      (event) => {
        // A press on a link leads to another page, which the scripts would delay.
        if (type !== 'keydown' && linkOf(event)) return;
        scripts.waiting = false;
        onIntent();
      },
      options,
    );
  addEventListener('wheel', onIntent, options);
  // Browsers report a pointer that rests, too, when the page appears below it.
  const moves = ({ movementX, movementY }: PointerEvent) => movementX !== 0 || movementY !== 0;
  addEventListener('pointermove', (event) => moves(event) && onIntent(), options);
}

/** While the browser loads another page, scripts could only delay that. */
function watchLeaving(scripts: Scripts): void {
  const { signal } = scripts.listening;
  const leave = () => {
    scripts.waiting = true;
    scripts.loading?.abort();
  };
  addEventListener('click', (event) => leavesPage(event) && leave(), { signal });
  addEventListener('submit', (event) => event.defaultPrevented || leave(), { signal });
}

function startScripts(): void {
  const files = document.currentScript?.dataset.files?.split(' ') ?? [];
  const listening = new AbortController();
  const scripts: Scripts = { files, hurried: false, waiting: false, loading: undefined, listening };
  const load = () => loadScripts(scripts, reportHeldForms);
  function hurry() {
    scripts.hurried = true;
    if (document.readyState !== 'loading') load();
  }
  const { signal } = listening;
  addEventListener('DOMContentLoaded', () => scripts.hurried && load(), { signal });
  watchForms(signal);
  watchPictures();
  watchIntent(scripts, hurry);
  watchLeaving(scripts);
  addEventListener(
    'pageshow',
    ({ persisted }) => {
      if (persisted) scripts.waiting = false;
      if (savesData()) return;
      // A page in the background has no frames, and waits.
      setTimeout(() => requestAnimationFrame(() => pause(scripts).then(load)), UNTOUCHED_MS);
    },
    { signal },
  );
  // The scripts show the owner's links in the header.
  if (readToken() !== null) hurry();
}

startScripts();
