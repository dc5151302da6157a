import { accentStyle } from '../../reader/site/accent-style.ts';

let sheet: CSSStyleSheet | undefined;

/** In place of the style in the page, which the content security policy lets nobody change. */
export function showAccent(accent: string | null): void {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets.push(sheet);
  }
  sheet.replaceSync(accentStyle(accent));
}
