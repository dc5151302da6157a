import type { Translator } from '@longhand/contract/words';
import { copyText } from '../../../lib/copy-text.ts';

const SHOWN_FOR_MS = 2_000;
/** Time for screen readers to notice a new region before its text changes. */
const NOTICED_AFTER_MS = 100;

let words: Translator | undefined;

/** The heading keeps its text as its name, without that of the link in it. */
function nameLink(link: Element): void {
  const heading = link.parentElement;
  const text = heading?.textContent?.trim();
  if (!heading || !text || !words) return;
  heading.ariaLabel = text;
  link.ariaLabel = words.text('text.copy-heading-link', { title: text });
}

async function copyLink({ dataset, hash }: HTMLAnchorElement): Promise<void> {
  if (!words) return;
  const copied = await copyText(location.origin + location.pathname + hash);
  if (!copied) location.hash = hash;
  const result = words.text(copied ? 'text.link-copied' : 'text.link-not-copied');
  dataset.result = result;
  const status = document.createElement('p');
  status.className = 'visually-hidden';
  status.role = 'status';
  document.body.append(status);
  setTimeout(() => {
    status.textContent = result;
  }, NOTICED_AFTER_MS);
  setTimeout(() => {
    status.remove();
    delete dataset.result;
  }, SHOWN_FOR_MS);
}

function onClick(event: MouseEvent): void {
  const { target, defaultPrevented, ctrlKey, metaKey, shiftKey } = event;
  const link = target as HTMLAnchorElement;
  const opensElsewhere = ctrlKey || metaKey || shiftKey;
  if (!link.matches('.anchor') || opensElsewhere || defaultPrevented) return;
  event.preventDefault();
  copyLink(link);
}

/** A press on the link of a heading copies its address; without this it leads to the heading. */
export function copyHeadingLinks(article: HTMLElement, translator: Translator): void {
  words = translator;
  for (const link of article.querySelectorAll('.anchor')) nameLink(link);
  article.addEventListener('click', onClick);
}
