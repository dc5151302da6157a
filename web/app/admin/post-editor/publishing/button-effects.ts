import { keepEffect, type SavedState } from '../../document-editor/private-changes.ts';

export type ButtonState = {
  /** As it is saved. */
  readonly state: SavedState;
  /** Whether anything in the form is not as it is saved. */
  readonly hasPrivateChanges: boolean;
  /** The same, apart from the box and a date ahead. */
  readonly hasChanges: boolean;
  readonly isTicked: boolean;
  /** A date ahead, as it is shown; empty if there is none. */
  readonly date: string;
  /** Whether the post is scheduled for that date. */
  readonly isScheduledThen: boolean;
  /** To whom it is sent at the date; empty if to nobody. */
  readonly sentTo: string;
  /** Saved elsewhere since it was opened here. */
  readonly isOutdated: boolean;
};

/** Each with the name of its button before it is a sentence. */
export type ButtonEffects = {
  readonly save: string;
  readonly publish: string;
  readonly keep: string;
  readonly unpublish: string | null;
};

const COMPARES = 'first shows what was saved elsewhere; nothing changes until you choose';
const TICKED = "'Publish immediately' is ticked";
const NOT_TICKED = "because 'Publish immediately' is not ticked";

function scheduleEffect({ state, date, isScheduledThen, hasChanges }: ButtonState): string {
  const saves = hasChanges ? 'saves these changes and ' : '';
  if (isScheduledThen) return `${saves}leaves it scheduled for ${date}`;
  return `schedules it for ${date}${state === 'live' ? '; until then it is offline' : ''}`;
}

function publishEffect(now: ButtonState): string {
  const { state, hasChanges, date } = now;
  if (date) return scheduleEffect(now);
  if (state === 'live') return hasChanges ? 'puts these changes online' : 'changes nothing';
  const isWithChanges = hasChanges && state !== 'new';
  return `puts the post online${isWithChanges ? ' with these changes' : ''}`;
}

function sendEffect({ date, sentTo }: ButtonState): string {
  return date && sentTo ? `; it will be sent to ${sentTo} then` : '';
}

function changesNothing({ state, hasChanges, date, isScheduledThen }: ButtonState): boolean {
  return !hasChanges && (date ? isScheduledThen : state === 'live');
}

/** Save as Draft with the box ticked does what Publish does, and says why. */
function tickedEffect(now: ButtonState): string {
  const effect = publishEffect(now);
  if (changesNothing(now)) return effect + sendEffect(now);
  const isPublic = now.state === 'live' && !now.date;
  const because = `because ${isPublic ? 'the post is public and ' : ''}${TICKED}`;
  return `${effect}, ${because}${sendEffect(now)}`;
}

function untickedEffect({ state, hasChanges, date }: ButtonState): string {
  const without = date ? ', without the date' : '';
  const andSaves = hasChanges ? ' and saves these changes' : '';
  switch (state) {
    case 'new':
      return `saves a draft${without}`;
    case 'draft':
      return hasChanges
        ? `saves these changes${without}; the post stays a draft`
        : `changes nothing${date ? ' and drops the date' : ''}`;
    case 'scheduled':
      return `unschedules the post${andSaves}, ${NOT_TICKED}`;
    case 'live':
      return `takes the post offline${andSaves}, ${NOT_TICKED}`;
  }
}

function unpublishEffect({ state, hasPrivateChanges }: ButtonState): string | null {
  if (state !== 'live') return null;
  return hasPrivateChanges
    ? 'takes the post offline as it is saved; these changes stay private'
    : 'takes the post offline';
}

/** What each button will do now. */
export function buttonEffects(now: ButtonState): ButtonEffects {
  const { hasPrivateChanges, isOutdated, isTicked } = now;
  return {
    save: isOutdated ? COMPARES : isTicked ? tickedEffect(now) : untickedEffect(now),
    publish: isOutdated ? COMPARES : publishEffect(now) + sendEffect(now),
    keep: keepEffect(hasPrivateChanges),
    unpublish: unpublishEffect(now),
  };
}
