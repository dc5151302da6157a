import { expect, test } from 'vitest';
import { findMissingClasses } from './find-missing-classes.ts';

const problems = (used: string, stylesheet: string) =>
  findMissingClasses(
    'menu.tsx',
    `import styles from './menu.module.css';\n${used}\n`,
    () => stylesheet,
  );

test('a class that the stylesheet does not have is named', () => {
  expect(problems('className={styles.floating}', '.menu { color: red }')).toEqual([
    'menu.tsx uses styles.floating, which ./menu.module.css does not have.',
  ]);
  expect(problems('className={styles.menu}', '.menu { color: red }')).toEqual([]);
  expect(problems('className={styles.menu}', 'div { &.menu:hover { color: red } }')).toEqual([]);
});

test('names of files, and stylesheets made of others, are not looked at', () => {
  expect(problems("import { a } from './styles.ts';", '.menu {}')).toEqual([]);
  expect(problems('className={styles.prose}', '@import "./text.module.css";')).toEqual([]);
});
