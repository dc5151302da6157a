import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

/** The names after `styles.`, by the stylesheet that `styles` was imported from. */
function usedClasses(file: string): string[][] {
  const source = readFileSync(file, 'utf8');
  const imports = [...source.matchAll(/^import (\w+) from '(\..+\.module\.css)';$/gm)];
  return imports.flatMap(([, variable, path = '']) => {
    const uses = source.matchAll(new RegExp(`(?<![\\w.'/-])${variable}\\.(\\w+)(?!')`, 'g'));
    return [...uses].map(([, name = '']) => [file, join(dirname(file), path), name]);
  });
}

/** With the stylesheets that it imports. */
function textOf(stylesheet: string): string {
  const text = readFileSync(stylesheet, 'utf8');
  const imported = [...text.matchAll(/@import "(\..+)"/g)];
  return [text, ...imported.map(([, path = '']) => textOf(join(dirname(stylesheet), path)))].join();
}

test('every class that a component takes from a stylesheet is in it', () => {
  const used = globSync('web/app/**/*.tsx').flatMap(usedClasses);
  expect(used.length).toBeGreaterThan(200);
  const missing = used.filter(
    ([, stylesheet = '', name]) => !new RegExp(`\\.${name}\\b`).test(textOf(stylesheet)),
  );
  expect(missing).toEqual([]);
});
