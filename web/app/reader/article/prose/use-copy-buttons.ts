import type { Translator } from '@longhand/contract/words';
import { type RefObject, useEffect } from 'react';
import { copyText } from '../../../lib/copy-text.ts';

const COPIED_FOR_MS = 2_000;

function copyButton(pre: HTMLPreElement, words: Translator): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  // That of the text may be another.
  button.lang = words.language;
  button.textContent = words.text('text.copy-code');
  const text = pre.textContent ?? '';
  button.addEventListener('click', async () => {
    button.textContent = words.text(
      (await copyText(text)) ? 'text.code-copied' : 'text.code-not-copied',
    );
    setTimeout(() => {
      button.textContent = words.text('text.copy-code');
    }, COPIED_FOR_MS);
  });
  return button;
}

/** Adds a copy button to every block of code. */
export function useCopyButtons(content: RefObject<HTMLElement | null>, words: Translator): void {
  useEffect(() => {
    const blocks = [...(content.current?.querySelectorAll('pre') ?? [])];
    const buttons = blocks.map((pre) => {
      const button = copyButton(pre, words);
      pre.append(button);
      return button;
    });
    return () => {
      for (const button of buttons) button.remove();
    };
  }, [content, words]);
}
