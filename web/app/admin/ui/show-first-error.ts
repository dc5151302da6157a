import type { FieldName } from '@longhand/contract/post-fields';

export const FIELD_ERROR = { 'data-field-error': true } as const;

/** Focuses the first field with an error and scrolls it into view. */
export function showFirstError(form: HTMLElement): void {
  const message = form.querySelector('[data-field-error]');
  const notes = message?.parentElement;
  const field = notes && form.querySelector<HTMLElement>(`[aria-describedby~="${notes.id}"]`);
  if (!field) return;
  // As the browser does before it shows a field: a hidden field listens for it and appears.
  field.dispatchEvent(new Event('invalid', { cancelable: true }));
  field.focus({ preventScroll: true });
  // Centred, so that no sticky bar covers it.
  message.scrollIntoView({ block: 'center' });
}

/** Focuses the field, or the first button of a group of fields, and scrolls it into view. */
export function showField(form: HTMLElement, name: FieldName): void {
  const field = form.querySelector<HTMLElement>(`[data-field="${name}"]`);
  // As above.
  field?.dispatchEvent(new Event('invalid', { cancelable: true }));
  const target = field instanceof HTMLFieldSetElement ? field.querySelector('button') : field;
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: 'center' });
}
