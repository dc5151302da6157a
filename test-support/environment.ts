/** Keeps the machine's settings out of tests and measurements. */
export function cleanEnvironment(settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { PATH, HOME, SystemRoot, TMPDIR } = process.env;
  return { PATH, HOME, SystemRoot, TMPDIR, ...settings };
}
