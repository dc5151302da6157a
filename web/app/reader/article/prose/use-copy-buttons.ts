import { type RefObject, useEffect } from 'react';
import { copyText } from '../../../lib/copy-text.ts';

const COPIED_FOR_MS = 2_000;

function copyButton(pre: HTMLPreElement): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  const text = pre.textContent ?? '';
  button.addEventListener('click', async () => {
    button.textContent = (await copyText(text)) ? 'Copied' : 'Not possible';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, COPIED_FOR_MS);
  });
  return button;
}

/** Adds a copy button to every block of code. */
export function useCopyButtons(content: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const blocks = [...(content.current?.querySelectorAll('pre') ?? [])];
    const buttons = blocks.map((pre) => {
      const button = copyButton(pre);
      pre.append(button);
      return button;
    });
    return () => {
      for (const button of buttons) button.remove();
    };
  }, [content]);
}
