import type { Plugin } from 'vite';

const LEVELS = [0, 1, 2, 3];

/** The middle of each level, mixed with grey: so coarse a colour is often more vivid than its picture. */
function placeholderColour(levels: readonly number[]): string {
  const channels = levels.map((level) => 32 + 64 * level);
  const grey = channels.reduce((sum, channel) => sum + channel, 0) / channels.length;
  return channels.map((channel) => Math.round((channel + grey) / 2 / 17).toString(16)).join('');
}

function placeholderRules(): string {
  const colours = LEVELS.flatMap((red) =>
    LEVELS.flatMap((green) => LEVELS.map((blue) => [red, green, blue])),
  );
  return colours
    .map((levels) => `.tint-${levels.join('')} { --tint: #${placeholderColour(levels)}; }`)
    .join('\n');
}

/** Adds a class for each placeholder colour to the stylesheet: the CSP allows no style attributes. */
export function placeholderColours(): Plugin {
  return {
    name: 'placeholder-colours',
    enforce: 'pre',
    transform: {
      filter: { id: /\/styles\/index\.css$/ },
      handler: (code) => ({ code: `${code}\n${placeholderRules()}\n`, map: null }),
    },
  };
}
