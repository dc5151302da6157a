import { count, goal, type Section } from '../test-support/report.ts';
import { tryXss } from '../test-support/xss/try-xss.ts';

export async function xssTrial(): Promise<Section> {
  const tried = await tryXss({ everyBare: 1, everyWritten: 1, everyPost: 1, everyEditor: 6 });
  for (const each of [...tried.withoutPolicy, ...tried.withPolicy]) console.error(`✗ ${each}`);
  return {
    title: 'Script injection (XSS)',
    about: `Vectors from the classes of OWASP's filter evasion cheat sheet, each with a script that reports when it runs, in every field of a post, in URLs and in file names. They are opened in Chromium on all kinds of pages, by loading and by navigation, and every element is hovered, focused and clicked. One run is without the CSP, to test the sanitiser alone, and one with it. A script that did not run but is left in the page counts as run.`,
    columns: ['', '', 'goal'],
    rows: [
      ['vectors', count(tried.vectors), goal(tried.vectors, 'at least', 120)],
      ['that run in an unprotected page of this Chromium', count(tried.live), ''],
      ['refused when saving the post', count(tried.refused), ''],
      ['pages opened', count(tried.pages), ''],
      [
        'run without the CSP',
        count(tried.withoutPolicy.length),
        goal(tried.withoutPolicy.length, 'at most', 0),
      ],
      [
        'run with the CSP',
        count(tried.withPolicy.length),
        goal(tried.withPolicy.length, 'at most', 0),
      ],
    ],
  };
}
