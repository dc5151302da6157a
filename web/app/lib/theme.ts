export type Theme = 'light' | 'dark';

const STORAGE_KEY = 'theme';

/** Runs in the head, before the first paint, so that the page does not flash. */
export const EARLY_SCRIPT = `document.documentElement.dataset.js='';try{var t=localStorage.getItem('${STORAGE_KEY}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}`;

function systemTheme(): Theme {
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Switches the theme. Stores the choice only while it differs from the system's. */
export function toggleTheme(): void {
  const root = document.documentElement;
  const current = (root.dataset.theme as Theme | undefined) ?? systemTheme();
  const next: Theme = current === 'dark' ? 'light' : 'dark';
  const isSystemTheme = next === systemTheme();
  if (isSystemTheme) delete root.dataset.theme;
  else root.dataset.theme = next;
  try {
    if (isSystemTheme) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, next);
  } catch {
    // Storage is forbidden: the choice lasts until the page is closed.
  }
}
