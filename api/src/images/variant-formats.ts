import { IMAGE_FORMATS, type ImageFormat, widthsOf } from '@longhand/contract/image-names';
import { MAIL_FORMATS, type MailFormat, mailVariantOf } from '@longhand/contract/mail-pictures';

/** For pages and for mails. */
export const VARIANT_FORMATS = [...IMAGE_FORMATS, ...MAIL_FORMATS] as const;

export type VariantFormat = (typeof VARIANT_FORMATS)[number];

function isForPages(format: VariantFormat): format is ImageFormat {
  return !MAIL_FORMATS.includes(format as MailFormat);
}

/** Those that can be requested. */
export function variantWidthsOf(name: string, format: VariantFormat): number[] {
  if (isForPages(format)) return widthsOf(name, format);
  const variant = mailVariantOf(name);
  return variant?.format === format ? [variant.width] : [];
}
