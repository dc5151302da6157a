/** Only what a program needs to run: no setting of the machine gets into a test or a measurement. */
export function cleanEnvironment(settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { PATH, HOME, SystemRoot } = process.env;
  return { PATH, HOME, SystemRoot, ...settings };
}
