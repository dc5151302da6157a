/** What journeys and component tests do in the page. Playwright sends functions as text: each uses only itself. */

export type Formats = Readonly<Record<string, string>>;
export type FileEvent = 'drop' | 'dragover' | 'dragleave' | 'paste';
export type Point = { x: number; y: number };
/** `bytes` are in base64. */
export type TestFile = { name: string; type: string; bytes: string };

/** Dispatches the event of a paste; without a handler it does nothing, unlike a real one. Says whether there was one. */
export function dispatchPasteOf(element: Element, formats: Formats): boolean {
  const clipboardData = new DataTransfer();
  for (const [type, value] of Object.entries(formats)) clipboardData.setData(type, value);
  const options = { bubbles: true, cancelable: true, clipboardData };
  return !element.dispatchEvent(new ClipboardEvent('paste', options));
}

type FilesEvent = readonly [kind: FileEvent, files: readonly (TestFile | File)[], at: Point];

/** Dispatches the event that a browser fires for dropped or pasted files. */
export function dispatchFilesOf(element: Element, [kind, files, { x, y }]: FilesEvent): void {
  const transfer = new DataTransfer();
  const fileOf = ({ bytes, name, type }: TestFile) =>
    new File([Uint8Array.from(atob(bytes), (char) => char.charCodeAt(0))], name, { type });
  for (const file of files) transfer.items.add(file instanceof File ? file : fileOf(file));
  const options = { bubbles: true, cancelable: true };
  element.dispatchEvent(
    kind === 'paste'
      ? new ClipboardEvent('paste', { ...options, clipboardData: transfer })
      : new DragEvent(kind, { ...options, dataTransfer: transfer, clientX: x, clientY: y }),
  );
}

/** Puts the caret at the end of a word, not into controls within the text. */
export function putCaretAfter(root: Element, words: string): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const at = node.textContent?.indexOf(words) ?? -1;
    const isControl = node.parentElement?.closest('[contenteditable="false"]') !== null;
    if (at === -1 || isControl) continue;
    (root as HTMLElement).focus({ preventScroll: true });
    getSelection()?.collapse(node, at + words.length);
    return;
  }
  throw new Error(`There is no “${words}”`);
}

/** An uploaded image in the text, as a regular expression. */
export const IMG =
  '<figure><img src="/uploads/[\\w-]+-300x200-\\d{3}\\.webp" alt="" width="300" height="200"><figcaption></figcaption></figure>';

/** A text with a bar for each upload that runs, and 'IMG' for each image. */
export function shapeOf(text: string): string {
  return text.replaceAll(/<!-- Uploading [^>]*-->/g, '|').replaceAll(new RegExp(IMG, 'g'), 'IMG');
}
