/** False if the browser does not allow it; the text is selected then. */
export async function copyFromField(field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // Without https there is no `navigator.clipboard`.
    field.focus({ preventScroll: true });
    field.select();
    return document.execCommand('copy');
  }
}
