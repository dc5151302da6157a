import type { FieldName } from '@longhand/contract/posts/post-fields';

export const FIELD_ERROR = { 'data-field-error': true } as const;

export function showFirstError(form: HTMLElement): void {
  const message = form.querySelector('[data-field-error]');
  const notes = message?.parentElement;
  const field = notes && form.querySelector<HTMLElement>(`[aria-describedby~="${notes.id}"]`);
  if (!field) return;
  // Browsers send this event before they show a field: a closed panel listens for it and opens.
  field.dispatchEvent(new Event('invalid', { cancelable: true }));
  field.focus({ preventScroll: true });
  // Centred so that no sticky bar covers it.
  message.scrollIntoView({ block: 'center' });
}

/** In a group of fields, the first button gets the focus. */
export function showField(form: HTMLElement, name: FieldName): void {
  const field = form.querySelector<HTMLElement>(`[data-field="${name}"]`);
  // A closed panel opens, as above.
  field?.dispatchEvent(new Event('invalid', { cancelable: true }));
  const target = field instanceof HTMLFieldSetElement ? field.querySelector('button') : field;
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: 'center' });
}
