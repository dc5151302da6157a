/**
 * The text of a function for a script in the page. It can use only itself and the given functions,
 * which are named as they are declared.
 */
export function inlineScript(main: () => void, ...used: readonly unknown[]): string {
  const lines = [...used, `(${main})()`]
    .flatMap((code) => String(code).split('\n'))
    .map((line) => line.trim().replace(/ {2,}/g, ' '));
  return `{${lines.filter((line) => line !== '' && !line.startsWith('//')).join('\n')}}`;
}
