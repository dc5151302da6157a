import { accentColours } from '@longhand/contract/accent';
import { PALETTE } from '@longhand/contract/palette';

type Colours = { readonly accent: string; readonly accentOnShade: string };

function declare({ accent, accentOnShade }: Colours): string {
  return `{--accent:${accent};--accent-on-shade:${accentOnShade}}`;
}

function defaultOf(theme: keyof typeof PALETTE): Colours {
  const { accent, 'accent-on-shade': accentOnShade } = PALETTE[theme];
  return { accent, accentOnShade };
}

/**
 * With the selectors of tokens.css, each with one more `:root`: the stylesheet may follow this one.
 * Null for the default.
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
