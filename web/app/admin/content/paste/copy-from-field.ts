import { copyText } from '../../../lib/copy-text.ts';

/** False if the browser does not allow it; the text is selected then. */
export async function copyFromField(field: HTMLInputElement): Promise<boolean> {
  if (await copyText(field.value)) return true;
  field.focus({ preventScroll: true });
  field.select();
  return document.execCommand('copy');
}
