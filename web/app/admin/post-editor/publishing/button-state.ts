import { dateAndTime } from '../../post-form/date-and-time.ts';
import { changedFields } from '../../post-form/forms.ts';
import { settleDates } from '../../post-form/publish-dates.ts';
import type { Editor } from '../post-kind.ts';
import { savedStateOf } from '../saved-state.ts';
import type { ButtonState } from './button-effects.ts';

type Edited = Pick<Editor, 'baseline' | 'conflict' | 'form'>;

function isOutdated({ baseline, conflict }: Edited): boolean {
  const known = [baseline.document?.version, conflict?.theirs.baseline.version];
  return known.some((version) => version !== undefined && version > baseline.version);
}

type Moment = { readonly now?: number; readonly sentTo?: string };

export function buttonState(
  edited: Edited,
  timeZone: string,
  { now = Date.now(), sentTo = '' }: Moment = {},
): ButtonState {
  const { document } = edited.baseline;
  const form = settleDates(edited.form, now);
  const { published, publish_at } = form;
  const changed = changedFields(settleDates(edited.baseline.form, now), form);
  return {
    state: savedStateOf(document, now),
    hasPrivateChanges: changed.length > 0,
    hasChanges: changed.some((field) => field !== 'published' && field !== 'publish_at'),
    isTicked: published,
    date: publish_at && dateAndTime(publish_at, timeZone),
    isScheduledThen: publish_at !== '' && publish_at === document?.publish_at,
    sentTo,
    isOutdated: isOutdated(edited),
  };
}
