import type { MailingPreview, NewsletterSummary } from '@longhand/contract/newsletter';

export type SendContext = {
  readonly preview: Pick<MailingPreview, 'recipients' | 'mailing'>;
  readonly mail: NewsletterSummary['mail'];
  readonly isPublic: boolean;
};

export type WhyNot = 'sent' | 'mail' | 'draft' | 'nobody';

/** Why a post cannot be sent now; undefined if it can. */
export function whyNot({ preview, mail, isPublic }: SendContext): WhyNot | undefined {
  if (preview.mailing) return 'sent';
  if (!mail) return 'mail';
  if (!isPublic) return 'draft';
  return preview.recipients === 0 ? 'nobody' : undefined;
}
