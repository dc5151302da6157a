import { placeholderColourFromName, sizeFromName, variantPath } from '../media/image-names.ts';

// Separate from the other variants, so that browsers do not load it.

/** Every mail program shows these formats. */
export const MAIL_FORMATS = ['jpeg', 'png', 'gif'] as const;

export type MailFormat = (typeof MAIL_FORMATS)[number];

/** Twice the width of a mail's column, for dense screens. */
const MAX_MAIL_WIDTH = 1200;

const SHOWN_AS_IT_IS = /\.(?:jpg|png|gif)$/;
/** Old names of WebPs do not say whether they are animated: those are shown without movement. */
const ANIMATED = /a\.webp$|\.gif$/;

/** A photograph is smallest as a JPEG, which has neither transparency nor movement. */
function formatOf(path: string): MailFormat {
  if (ANIMATED.test(path)) return 'gif';
  return placeholderColourFromName(path) === undefined && !path.endsWith('.jpg') ? 'png' : 'jpeg';
}

/** Undefined if a mail shows the upload as it is. */
export function mailVariantOf(
  path: string,
): { readonly width: number; readonly format: MailFormat } | undefined {
  const size = sizeFromName(path);
  if (!size || (SHOWN_AS_IT_IS.test(path) && size.width <= MAX_MAIL_WIDTH)) return undefined;
  return { width: Math.min(size.width, MAX_MAIL_WIDTH), format: formatOf(path) };
}

export function mailPicturePath(path: string): string {
  const variant = mailVariantOf(path);
  return variant ? variantPath(path, variant.width, variant.format) : path;
}
