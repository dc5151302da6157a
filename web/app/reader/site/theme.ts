/**
 * Sets the stored theme before the first paint, so that the page does not flash, and lets the button
 * switch it, before React runs as well. The choice is stored only while it differs from the system's.
 */
function applyTheme(): void {
  const root = document.documentElement;
  root.dataset.js = '';
  try {
    const stored = localStorage.getItem('theme');
    if (stored === 'light' || stored === 'dark') root.dataset.theme = stored;
  } catch {
    // Storage is forbidden: the choice lasts until the page is closed.
  }
  function toggle() {
    const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    const next = (root.dataset.theme ?? system) === 'dark' ? 'light' : 'dark';
    if (next === system) delete root.dataset.theme;
    else root.dataset.theme = next;
    try {
      if (next === system) localStorage.removeItem('theme');
      else localStorage.setItem('theme', next);
    } catch {}
  }
  // Captured: while React hydrates, it stops events that it cannot handle yet.
  addEventListener(
    'click',
    ({ target }) => {
      if (target instanceof Element && target.closest('[data-theme-switch]')) toggle();
    },
    true,
  );
}

/** The text of a function, for a script in the page: it can use nothing but itself. */
function scriptOf(main: () => void): string {
  const lines = `(${main})()`.split('\n').map((line) => line.trim().replace(/ {2,}/g, ' '));
  return `{${lines.filter((line) => line !== '' && !line.startsWith('//')).join('\n')}}`;
}

/** Only for the server: React does not look at the text of a script that is in the page already. */
export const THEME_SCRIPT = import.meta.env.SSR ? scriptOf(applyTheme) : '';
