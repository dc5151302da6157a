import displayFont from '../../fonts/newsreader-display.woff2?url';
import basicDisplayFont from '../../fonts/newsreader-display-basic.woff2?url';
import textFont from '../../fonts/newsreader-text.woff2?url';
import basicTextFont from '../../fonts/newsreader-text-basic.woff2?url';
import fontStyles from '../../styles/fonts.css?url';
import englishFontStyles from '../../styles/fonts-english.css?url';

type Fonts = { readonly styles: string; readonly preloads: readonly string[] };

/** English needs half of the letters. Elsewhere all are in one file: there is no kerning between two. */
export function fontsFor(language: string): Fonts {
  return /^en\b/i.test(language)
    ? { styles: englishFontStyles, preloads: [basicDisplayFont, basicTextFont] }
    : { styles: fontStyles, preloads: [displayFont, textFont] };
}
