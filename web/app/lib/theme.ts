export type Theme = 'light' | 'dark';

const NAME = 'theme';

/** Runs in the head, before the first paint, so that nothing flashes and nothing jumps. */
export const EARLY_SCRIPT = `document.documentElement.dataset.js='';try{var t=localStorage.getItem('${NAME}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}`;

function systemTheme(): Theme {
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Turns to the other theme; what the system prefers anyway is not worth remembering. */
export function toggleTheme(): void {
  const root = document.documentElement;
  const current = (root.dataset.theme as Theme | undefined) ?? systemTheme();
  const next: Theme = current === 'dark' ? 'light' : 'dark';
  const follow = next === systemTheme();
  if (follow) delete root.dataset.theme;
  else root.dataset.theme = next;
  try {
    if (follow) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, next);
  } catch {
    // Where storage is forbidden, the choice lasts as long as the page.
  }
}
