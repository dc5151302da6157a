import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/tables.ts';
import { isToken } from '../subscribers/subscriber-tokens.ts';
import { endByTokens, hasTokens } from './bounces.repository.ts';
import { readReport } from './read-report.ts';

/** A report begins with what is read here; the mail it is about follows. */
export const MAX_REPORT_BYTES = 1024 * 1024;
/** Of a mail that somebody made up. */
const MAX_TOKENS = 20;

export type BounceResult =
  | { readonly kind: 'ended'; readonly emails: readonly string[] }
  | { readonly kind: 'no-report' | 'no-hard-bounce' | 'unknown-address' | 'ended-before' };

/** From return addresses like `local+token@domain`. */
function tokensIn(recipients: readonly string[]): string[] {
  const found = recipients.flatMap((text) => [...text.matchAll(/\+([\da-z]+)@/gi)]);
  const tokens = found.map(([, token = '']) => token.toLowerCase()).filter(isToken);
  return [...new Set(tokens)].slice(0, MAX_TOKENS);
}

/** Mails that came back. Nobody can forge one without the token, which only the subscriber has. */
export function createBounces({ db, clock }: { db: Database; clock: Clock }) {
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
  };
}

export type Bounces = ReturnType<typeof createBounces>;
