const SPECIAL = /[.+^${}()|\\]/g;

/** `**` matches folders, `*` and `?` match within one name. */
function asExpression(pattern: string): RegExp {
  const source = pattern
    .replaceAll(SPECIAL, '\\$&')
    .replaceAll('**/', '\0')
    .replaceAll('**', '\x01')
    .replaceAll('*', '[^/]*')
    .replaceAll('?', '[^/]')
    .replaceAll('\0', '(?:.*/)?')
    .replaceAll('\x01', '.*');
  return new RegExp(`^${source}$`);
}

function withParents(path: string): readonly string[] {
  const names = path.split('/');
  return names.map((_, at) => names.slice(0, at + 1).join('/'));
}

/** The last pattern that matches the file or one of its folders decides. */
export function ignoredBy(text: string): (path: string) => boolean {
  const patterns = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({
      isException: line.startsWith('!'),
      expression: asExpression(line.replace(/^!/, '').replace(/^\/|\/$/g, '')),
    }));
  return (path) => {
    const paths = withParents(path);
    const last = patterns.findLast(({ expression }) =>
      paths.some((candidate) => expression.test(candidate)),
    );
    return last !== undefined && !last.isException;
  };
}
