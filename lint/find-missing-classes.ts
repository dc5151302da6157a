const STYLESHEET = /import (\w+) from '([^'\n]+\.module\.css)'/g;
/** Made of other files. */
const PULLED_IN = /@import\s|composes:/;

function classesIn(stylesheet: string): Set<string> {
  return new Set([...stylesheet.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = '']) => name));
}

/** A sentence for each class that the file names and its stylesheet does not have. */
export function findMissingClasses(
  file: string,
  source: string,
  readStylesheet: (specifier: string) => string,
): string[] {
  return [...source.matchAll(STYLESHEET)].flatMap(([, name = '', specifier = '']) => {
    const stylesheet = readStylesheet(specifier);
    if (PULLED_IN.test(stylesheet)) return [];
    const classes = classesIn(stylesheet);
    const used = source.matchAll(new RegExp(`(?<![\\w./'-])${name}\\.(\\w+)`, 'g'));
    return [...used]
      .filter(([, used = '']) => !classes.has(used))
      .map(([, used]) => `${file} uses ${name}.${used}, which ${specifier} does not have.`);
  });
}
