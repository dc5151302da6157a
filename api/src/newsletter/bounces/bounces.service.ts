import type { Email } from 'postal-mime';
import type { Context } from '../../context.ts';
import { findSetting, setSetting } from '../../database/settings.repository.ts';
import { isToken } from '../subscribers/candidates.ts';
import { endByTokens, hasTokens } from '../subscribers/subscribers.repository.ts';

type DeliveryReport = {
  /** One of these addresses may be the return address of the mail that could not be delivered. */
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

async function readReport(raw: Buffer): Promise<DeliveryReport | null> {
  const { default: PostalMime } = await import('postal-mime');
  // This fails only for a mail that nobody could read, such as one with endless headers.
  const mail = await PostalMime.parse(raw, { attachmentEncoding: 'utf8' }).catch(() => null);
  if (!mail || !valuesOf(mail, ['content-type']).some(isReportType)) return null;
  const status = mail.attachments.find(({ mimeType }) => STATUS_PART.test(mimeType));
  if (typeof status?.content !== 'string') return null;
  return {
    recipients: valuesOf(mail, RECIPIENT_HEADERS),
    isHardBounce: isHardBounce(status.content),
  };
}

/** What is read here comes at the start of a report; the mail that it is about follows. */
export const MAX_REPORT_BYTES = 1024 * 1024;
const LAST_READ_SETTING = 'bounces_last_read';
/** A mail that somebody made up could contain any number. */
const MAX_TOKENS = 20;

export type BounceResult =
  | { readonly kind: 'ended'; readonly emails: readonly string[] }
  | { readonly kind: 'no-report' | 'no-hard-bounce' | 'unknown-address' | 'ended-before' };

/** Return addresses are like `local+token@domain`. */
function tokensIn(recipients: readonly string[]): string[] {
  const found = recipients.flatMap((text) => [...text.matchAll(/\+([\da-z]+)@/gi)]);
  const tokens = found.map(([, token = '']) => token.toLowerCase()).filter(isToken);
  return [...new Set(tokens)].slice(0, MAX_TOKENS);
}

/** Nobody can forge a bounce without the token, which only the subscriber has. */
export function createBounces({ db, clock }: Pick<Context, 'db' | 'clock'>) {
  return {
    async accept(raw: Buffer): Promise<BounceResult> {
      const report = await readReport(raw.subarray(0, MAX_REPORT_BYTES));
      if (!report) return { kind: 'no-report' };
      if (!report.isHardBounce) return { kind: 'no-hard-bounce' };
      const tokens = tokensIn(report.recipients);
      if (tokens.length === 0) return { kind: 'unknown-address' };
      const emails = await endByTokens(db, tokens, clock().toISOString());
      if (emails.length > 0) return { kind: 'ended', emails };
      const isKnown = await hasTokens(db, tokens);
      return { kind: isKnown ? 'ended-before' : 'unknown-address' };
    },

    /** Returns the UID of a mail in this inbox; 0 if nothing or another inbox was read. */
    async findLastRead(inbox: string): Promise<number> {
      const stored = await findSetting(db, LAST_READ_SETTING);
      const [name, uid] = stored === undefined ? [] : JSON.parse(stored);
      return name === inbox ? uid : 0;
    },

    storeLastRead: (inbox: string, uid: number): Promise<void> =>
      setSetting(db, LAST_READ_SETTING, JSON.stringify([inbox, uid])),
  };
}

export type Bounces = ReturnType<typeof createBounces>;
