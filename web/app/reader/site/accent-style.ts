import { accentColours } from '@longhand/contract/colours/accent';
import { PALETTE } from '@longhand/contract/colours/palette';

type Colours = { readonly accent: string; readonly accentOnShade: string };

function declare({ accent, accentOnShade }: Colours): string {
  return `{--accent:${accent};--accent-on-shade:${accentOnShade}}`;
}

function defaultOf(theme: keyof typeof PALETTE): Colours {
  const { accent, 'accent-on-shade': accentOnShade } = PALETTE[theme];
  return { accent, accentOnShade };
}

/**
 * A rule for each theme, since no build step makes `light-dark()` of this style readable for older
 * browsers. The second `:root` makes it stronger than tokens.css, which may follow. Null is the default.
 */
export function accentStyle(accent: string | null): string {
  const { light, dark } =
    accent === null
      ? { light: defaultOf('light'), dark: defaultOf('dark') }
      : accentColours(accent);
  return [
    `:root:root${declare(light)}`,
    `@media screen and (prefers-color-scheme:dark){:root:root:not([data-theme="light"])${declare(dark)}}`,
    `@media screen{:root:root[data-theme="dark"]${declare(dark)}}`,
  ].join('');
}
