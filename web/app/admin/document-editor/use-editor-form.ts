import { type RefObject, useEffect, useEffectEvent } from 'react';
import { droppedFiles, pastedImage } from '../content/pictures/use-upload.ts';
import type { DocumentTypes } from './document-kind.ts';
import type { Opened } from './editor-state.ts';

/** With local drafts, the first thing to do is to choose one. */
export function useFirstFocus<T extends DocumentTypes>(
  field: RefObject<HTMLElement | null>,
  { baseline, copy, localDrafts }: Opened<T>,
): void {
  const wanted = baseline.document === null && copy === null && localDrafts.length === 0;
  const focus = useEffectEvent(() => {
    const { activeElement } = document;
    // Not if the focus was moved while the editor was loading.
    const isFree = activeElement === document.body || activeElement?.id === 'content';
    if (wanted && isFree) field.current?.focus({ preventScroll: true });
  });
  useEffect(() => focus(), []);
}

/** For the form: images that are pasted or dropped beside a field go into the text. */
export function formEvents(insertImages: (files: readonly File[]) => void) {
  function takeImages(event: React.SyntheticEvent, files: readonly (File | undefined)[]): void {
    const images = files.filter((file) => file !== undefined);
    if (images.length === 0 || event.defaultPrevented) return;
    event.preventDefault();
    insertImages(images);
  }
  return {
    // Enter in an input would submit the form.
    onKeyDown(event: React.KeyboardEvent): void {
      if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
    },
    onPaste: (event: React.ClipboardEvent) => takeImages(event, [pastedImage(event)]),
    // Otherwise the browser opens a file that is dropped beside a field.
    onDragOver: (event: React.DragEvent) => event.preventDefault(),
    onDrop: (event: React.DragEvent) => takeImages(event, droppedFiles(event)),
  };
}

/** The value of the button that a form is sent with. */
export function submitterOf({ nativeEvent }: React.SyntheticEvent): string | undefined {
  return ((nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null)?.value;
}
