import type { Email } from 'postal-mime';

/** What a mail says about one that could not be delivered. */
export type DeliveryReport = {
  /** That of the mail it is about may be in one of these addresses. */
  readonly recipients: readonly string[];
  readonly isHardBounce: boolean;
};

const RECIPIENT_HEADERS = ['delivered-to', 'x-original-to', 'to'];
const STATUS_PART = /^message\/(global-)?delivery-status$/;

export function isReportType(contentType: string): boolean {
  return (
    /^\s*multipart\/report\b/i.test(contentType) &&
    /;\s*report-type\s*=\s*"?delivery-status"?\s*(;|\(|$)/i.test(contentType)
  );
}

/** A report has a group of fields about the mail, and one for each recipient (RFC 3464). */
function isHardBounce(status: string): boolean {
  return status
    .split(/\r?\n[ \t]*\r?\n/)
    .some(
      (fields) =>
        /^Action:[ \t]*failed(?![\w-])/im.test(fields) &&
        /^Status:[ \t]*5\.\d{1,3}\.\d{1,3}(?![\w.])/im.test(fields),
    );
}

const valuesOf = ({ headers }: Email, keys: readonly string[]) =>
  headers.filter(({ key }) => keys.includes(key)).map(({ value }) => value);

/** Null if it is any other mail. */
export async function readReport(raw: Buffer): Promise<DeliveryReport | null> {
  const { default: PostalMime } = await import('postal-mime');
  // Only a mail that nobody could read, such as one with endless headers.
  const mail = await PostalMime.parse(raw, { attachmentEncoding: 'utf8' }).catch(() => null);
  if (!mail || !valuesOf(mail, ['content-type']).some(isReportType)) return null;
  const status = mail.attachments.find(({ mimeType }) => STATUS_PART.test(mimeType));
  if (typeof status?.content !== 'string') return null;
  return {
    recipients: valuesOf(mail, RECIPIENT_HEADERS),
    isHardBounce: isHardBounce(status.content),
  };
}
