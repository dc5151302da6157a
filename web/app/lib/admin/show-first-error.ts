/** Marks what a field says about itself, so that the first of several can be found. */
export const FIELD_ERROR = { 'data-field-error': true } as const;

/** Brings the first field that the server objected to in sight, and the cursor into it. */
export function showFirstError(form: HTMLElement): void {
  const message = form.querySelector('[data-field-error]');
  const notes = message?.parentElement;
  const field = notes && form.querySelector<HTMLElement>(`[aria-describedby="${notes.id}"]`);
  if (!field) return;
  // As the browser does before it shows a field: one that is hidden comes out.
  field.dispatchEvent(new Event('invalid', { cancelable: true }));
  field.focus({ preventScroll: true });
  // In the middle it is clear of what sticks to the edges.
  message.scrollIntoView({ block: 'center' });
}
