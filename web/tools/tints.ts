import { writeFileSync } from 'node:fs';

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

const tints = LEVELS.flatMap((red) =>
  LEVELS.flatMap((green) => LEVELS.map((blue) => [red, green, blue])),
);
const rules = tints.map((tint) => `.tint-${tint.join('')} {\n  --tint: #${tintColour(tint)};\n}\n`);
const sheet = `/* ResponseContent by \`npm run tints\`. */\n${rules.join('\n')}`;
writeFileSync(new URL('../app/styles/tints.css', import.meta.url), sheet);
