import type { Plugin } from 'vite';

const LEVELS = [0, 1, 2, 3];

/**
 * The middle of what a level stands for, drawn towards grey: so coarse a colour is often more
 * vivid than its picture.
 */
function tintColour(levels: readonly number[]): string {
  const channels = levels.map((level) => 32 + 64 * level);
  const grey = channels.reduce((sum, each) => sum + each, 0) / channels.length;
  return channels.map((each) => Math.round((each + grey) / 2 / 17).toString(16)).join('');
}

function tintRules(): string {
  const tints = LEVELS.flatMap((red) =>
    LEVELS.flatMap((green) => LEVELS.map((blue) => [red, green, blue])),
  );
  return tints.map((tint) => `.tint-${tint.join('')} { --tint: #${tintColour(tint)}; }`).join('\n');
}

/** Adds a class for the colour of each placeholder to the style sheet: the CSP allows no style attributes. */
export function placeholderColours(): Plugin {
  return {
    name: 'placeholder-colours',
    enforce: 'pre',
    transform: {
      filter: { id: /\/styles\/index\.css$/ },
      handler: (code) => ({ code: `${code}\n${tintRules()}\n`, map: null }),
    },
  };
}
