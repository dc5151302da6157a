import { useEffect, useId, useRef, useState } from 'react';
import { useSite } from '../../../reader/site/site.ts';
import {
  chooseDate,
  DATE_RANGE,
  dateOf,
  offsetName,
  resolveWallTime,
  type WallTime,
  wallTimeOf,
} from '../../post-form/publish-dates.ts';
import { PlainButton } from '../../ui/button.tsx';
import { EffectLine } from '../../ui/effect-line.tsx';
import fieldStyles from '../../ui/fields/field.module.css';
import { FieldNotes } from '../../ui/fields/field-notes.tsx';
import type { Editor } from '../post-kind.ts';
import styles from './publish-date.module.css';
import type { PlannedMailing } from './send-when-published.tsx';
import { SendWhenPublished } from './send-when-published.tsx';

/** Keeps what was typed, because clocks may skip that time and the stored moment then differs. */
function useTypedDate(editor: Editor, timeZone: string) {
  const { form, baseline, change } = editor;
  const at = dateOf(form);
  const [typed, setTyped] = useState({ ...wallTimeOf(at, timeZone), at });
  if (typed.at !== at) setTyped({ ...wallTimeOf(at, timeZone), at });
  function set(wallTime: WallTime, next: string): void {
    setTyped({ ...wallTime, at: next });
    change(chooseDate(next, baseline.form));
  }
  return {
    typed,
    at,
    /** Without a date nothing is set, but the time is kept. */
    type(next: WallTime, isValid: boolean): void {
      if (!isValid) setTyped({ ...next, at });
      else if (next.date === '') set(next, '');
      else set(next, resolveWallTime({ ...next, time: next.time || '00:00' }, timeZone).at);
    },
    use: (moment: string) => set(typed, moment),
    clear: () => set({ date: '', time: '' }, ''),
  };
}

/** Also true for a date that the post cannot have. */
function isDate({ validity }: HTMLInputElement): boolean {
  return !validity.badInput && !validity.rangeUnderflow && !validity.rangeOverflow;
}

type DateEditor = ReturnType<typeof useTypedDate>;

type Props = { editor: Editor; planned: PlannedMailing };

export function PublishDate({ editor, planned }: Props) {
  const { timeZone } = useSite();
  const date = useTypedDate(editor, timeZone);
  const { typed, at } = date;
  const id = useId();
  const dateInput = useRef<HTMLInputElement>(null);
  const errors = editor.errors.publish_at ?? editor.errors.published_at;
  const isRefused = editor.savedState === 'live' && Date.parse(editor.form.publish_at) > Date.now();
  const problem = isRefused ? 'This post is already public' : '';
  useEffect(() => dateInput.current?.setCustomValidity(problem), [problem]);
  const attributes = {
    className: 'field',
    'aria-invalid': errors || isRefused ? true : undefined,
    'aria-describedby': `${id}-notes`,
  } as const;
  return (
    <fieldset className={fieldStyles.field}>
      <legend>Publication date</legend>
      <div className={styles.inputs}>
        <label>
          Date
          <input
            {...attributes}
            ref={dateInput}
            type="date"
            {...DATE_RANGE}
            value={typed.date}
            onChange={({ target }) => {
              const time = target.value === '' ? typed.time : typed.time || '00:00';
              date.type({ date: target.value, time }, isDate(target));
            }}
          />
        </label>
        <label>
          Time
          <input
            {...attributes}
            type="time"
            value={typed.time}
            onChange={({ target }) => {
              const isValid =
                isDate(target) && dateInput.current !== null && isDate(dateInput.current);
              date.type({ ...typed, time: target.value }, isValid);
            }}
          />
        </label>
        <PlainButton
          disabled={at === '' && typed.date === '' && typed.time === ''}
          onClick={() => {
            // Clearing disables the button, which would lose the focus.
            dateInput.current?.focus();
            date.clear();
          }}
        >
          Clear
        </PlainButton>
        {editor.savedState === 'scheduled' && <Unschedule editor={editor} />}
      </div>
      <ClockNote date={date} timeZone={timeZone} />
      <FieldNotes
        id={id}
        hint={`Time zone: ${timeZone}. A future date schedules the post.`}
        errors={errors}
        message={problem}
      />
      {planned.isPossible && !isRefused && <SendWhenPublished {...{ editor, planned }} />}
    </fieldset>
  );
}

function Unschedule({ editor: { saving, waiting, unpublish } }: { editor: Editor }) {
  const id = useId();
  return (
    <PlainButton
      disabled={saving !== null || waiting}
      aria-describedby={id}
      onClick={() => void unpublish()}
    >
      {saving === 'unpublish' ? 'Unscheduling...' : 'Unschedule'}
      <EffectLine id={id} text="ends the schedule" />
    </PlainButton>
  );
}

function ClockNote({ date: { typed, at, use }, timeZone }: { date: DateEditor; timeZone: string }) {
  if (at === '' || typed.date === '' || typed.time === '') return null;
  const { at: first, second, movedTo } = resolveWallTime(typed, timeZone);
  if (movedTo) {
    const day = movedTo.date === typed.date ? '' : `${movedTo.date}, `;
    return (
      <p role="status" className={styles.note}>
        This time does not exist on that day: the clocks are put forward. {day}
        {movedTo.time} is used.
      </p>
    );
  }
  if (!second) return null;
  const isSecond = Date.parse(at) >= Date.parse(second);
  const [used, other] = isSecond ? [second, first] : [first, second];
  return (
    <p role="status" className={styles.note}>
      {typed.time} comes twice on that day: the clocks are put back. The{' '}
      {isSecond ? 'second' : 'first'} ({offsetName(used, timeZone)}) is used.{' '}
      <PlainButton onClick={() => use(other)}>
        Use the {isSecond ? 'first' : 'second'} ({offsetName(other, timeZone)})
      </PlainButton>
    </p>
  );
}
