import { type DragEvent, type RefObject, useState } from 'react';
import type { Mirror } from '../html/text-mirror.ts';
import { picturePosition } from './picture-position.ts';
import { droppedFiles } from './use-upload.ts';

type Position = { readonly left: number; readonly top: number; readonly height: number };

/** Shows where a dragged image will be inserted, and passes dropped files on. */
export function useDropPosition(
  field: RefObject<HTMLTextAreaElement | null>,
  mirror: () => Mirror | null,
  onFiles: (files: readonly File[], near?: number) => void,
) {
  const [position, setPosition] = useState<Position | null>(null);

  function offsetUnder({ clientX, clientY }: DragEvent): number | undefined {
    const box = field.current?.getBoundingClientRect();
    if (!box || clientX < box.left || clientX > box.right) return undefined;
    if (clientY < box.top || clientY > box.bottom) return undefined;
    return mirror()?.offsetAt(clientX, clientY);
  }

  function show(offset: number | undefined): void {
    const element = field.current;
    const textMirror = mirror();
    if (offset === undefined || !element?.offsetParent || !textMirror) {
      setPosition(null);
      return;
    }
    const { left, top, bottom } = textMirror.boxOf(picturePosition(element.value, offset));
    const origin = element.offsetParent.getBoundingClientRect();
    const next = { left: left - origin.left, top: top - origin.top, height: bottom - top };
    setPosition((now) => (now?.left === next.left && now.top === next.top ? now : next));
  }

  return {
    position,
    props: {
      onDragOver(event: DragEvent): void {
        // The browser handles dragged text.
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        show(offsetUnder(event));
      },
      onDragLeave: () => setPosition(null),
      onDrop(event: DragEvent): void {
        setPosition(null);
        const files = droppedFiles(event);
        if (files.length === 0) return;
        event.preventDefault();
        onFiles(files, offsetUnder(event));
      },
    },
  };
}
