import { type RefObject, useEffect, useRef } from 'react';
import { createMirror, type Mirror } from './text-mirror.ts';

/** ResponseContent when it is first needed, and gone with the field. */
export function useMirror(field: RefObject<HTMLTextAreaElement | null>): () => Mirror | null {
  const mirror = useRef<Mirror | null>(null);
  useEffect(
    () => () => {
      mirror.current?.remove();
      mirror.current = null;
    },
    [],
  );
  return () => {
    if (!mirror.current && field.current) mirror.current = createMirror(field.current);
    return mirror.current;
  };
}
