import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { TextField, type TextFieldOptions } from './text-field.ts';

export function useTextField(
  element: RefObject<HTMLTextAreaElement | null>,
  text: string,
  options: TextFieldOptions,
): TextField {
  const [field] = useState(() => new TextField(() => element.current, text, options));
  useLayoutEffect(() => {
    field.options = options;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what it is called for
  useEffect(() => field.noteChange(), [field, text]);
  useEffect(() => {
    const stop = new AbortController();
    if (element.current) field.listen(element.current, stop.signal);
    return () => stop.abort();
  }, [field, element]);
  return field;
}
