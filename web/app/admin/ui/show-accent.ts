import { accentStyle } from '../../reader/site/accent-style.ts';

let sheet: CSSStyleSheet | undefined;

/** Adds a sheet because the CSP forbids changing the style element of the page. */
export function showAccent(accent: string | null): void {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets.push(sheet);
  }
  sheet.replaceSync(accentStyle(accent));
}
