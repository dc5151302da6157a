import type { SentWords } from '@longhand/contract/words';

type WordsFile = { readonly default: SentWords };

/** The file with the words of the site's language; the server writes its address into the page. */
export async function loadSentWords(): Promise<SentWords> {
  const path = document.documentElement.dataset.words ?? '';
  const file = (await import(/* @vite-ignore */ path)) as WordsFile;
  return file.default;
}
