import { useId, useRef, useState } from 'react';
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
import admin from '../../ui/admin.module.css';
import fieldStyles from '../../ui/field.module.css';
import { FieldNotes } from '../../ui/field-notes.tsx';
import type { Editor } from '../post-kind.ts';
import type { PlannedMailing } from '../publishing/use-planned-mailing.ts';
import styles from './publish-date.module.css';
import { SendWhenPublished } from './send-when-published.tsx';

/** What was typed, which the clocks may skip, and the moment that it stands for. */
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
    /** Without a date there is nothing to set, but the time is kept for one. */
    type(next: WallTime, isValid: boolean): void {
      if (!isValid) setTyped({ ...next, at });
      else if (next.date === '') set(next, '');
      else set(next, resolveWallTime({ ...next, time: next.time || '00:00' }, timeZone).at);
    },
    use: (moment: string) => set(typed, moment),
    clear: () => set({ date: '', time: '' }, ''),
  };
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
  const attributes = {
    className: 'field',
    'aria-invalid': errors ? true : undefined,
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
              date.type({ date: target.value, time }, target.validity.valid);
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
              const isValid = target.validity.valid && dateInput.current?.validity.valid;
              date.type({ ...typed, time: target.value }, isValid === true);
            }}
          />
        </label>
        <button
          type="button"
          className={admin.plain}
          disabled={at === '' && typed.date === '' && typed.time === ''}
          onClick={() => {
            // The button is disabled then.
            dateInput.current?.focus();
            date.clear();
          }}
        >
          Clear
        </button>
      </div>
      <ClockNote date={date} timeZone={timeZone} />
      <FieldNotes
        id={id}
        hint={`Time zone: ${timeZone}. A future date schedules the post.`}
        errors={errors}
      />
      {planned.isPossible && <SendWhenPublished {...{ editor, planned }} />}
    </fieldset>
  );
}

/** About times that the clocks skip or show twice. */
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
      <button type="button" className={admin.plain} onClick={() => use(other)}>
        Use the {isSecond ? 'first' : 'second'} ({offsetName(other, timeZone)})
      </button>
    </p>
  );
}
