import { useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { useSite } from '../../reader/site/site.ts';
import differences from '../history/differences.module.css';
import {
  Comparing,
  Difference,
  type DifferenceView,
  DifferenceViewChoice,
  type DifferentField,
  useFieldComparison,
} from '../history/differences.tsx';
import type { Comparison } from '../history/use-comparison.ts';
import admin from '../ui/admin.module.css';
import { Button, PlainButton } from '../ui/button.tsx';
import { EffectLine } from '../ui/effect-line.tsx';
import { dateAndTime } from '../words/date-and-time.ts';
import styles from './conflict.module.css';
import type { DocumentTypes } from './document-kind.ts';
import { type Conflict as ConflictState, type SaveKind, versionsOf } from './editor-state.ts';
import { compareForms, isTheirs, mergeForms, type Source } from './merge-forms.ts';
import type { DocumentEditor } from './use-document-editor.ts';

/** The other version is a saved document, or another working copy. */
const WORDS = {
  saved: {
    theirs: 'the saved version',
    happened: (time: string) => `It was saved ${time}, after you opened it here.`,
    outcome: 'Underlined text will be saved; struck-out text will be dropped.',
    end: 'The merged version replaces the saved one, which stays in the history. With “Use the saved version”, yours is kept in this browser and offered again.',
  },
  copy: {
    theirs: 'the other version',
    happened: (time: string, name: string) =>
      `It was changed ${time} in another tab or on another device, after you opened it here. The ${name} itself is unchanged.`,
    outcome: 'Underlined text will be kept; struck-out text will be dropped.',
    end: 'The merged version replaces the other one. With “Use the other version”, yours is kept in this browser and offered again.',
  },
} as const;

type Words = (typeof WORDS)[keyof typeof WORDS];

function describe(source: Exclude<Source, 'choice'>, { theirs }: Words): string {
  return {
    mine: 'yours: only you changed it',
    theirs: `from ${theirs}: only that changed it`,
    combined: 'from both: what either added or removed',
  }[source];
}

function mergeLabel(kind: SaveKind | null): string {
  if (kind === null) return 'Use merged version';
  return kind === 'publish' ? 'Publish merged version' : 'Save merged version';
}

function explanation(sources: readonly Source[], hasBase: boolean): string {
  if (!hasBase) return 'The version you started from is unknown, so please choose for each field.';
  if (sources.includes('choice')) {
    return 'Some fields were changed in both versions, so please choose. The others were merged.';
  }
  return 'No field was changed in both versions, so they were merged.';
}

type Props<T extends DocumentTypes> = { editor: DocumentEditor<T>; conflict: ConflictState<T> };

/** During and after a save, returns the form from before, so that nothing moves. */
function useComparedForm<T extends DocumentTypes>(editor: DocumentEditor<T>): T['form'] {
  const { form, saving, unsaved } = editor;
  const [compared, setCompared] = useState(form);
  if (!saving && unsaved && compared !== form) setCompared(form);
  return compared;
}

export function Conflict<T extends DocumentTypes>({ editor, conflict }: Props<T>) {
  const { theirs, choices } = conflict;
  const { name, fields: rules } = editor.kind;
  const { timeZone } = useSite();
  const words = theirs.copy ? WORDS.copy : WORDS.saved;
  // Deferred: comparing long texts must not slow down typing.
  const mine = useDeferredValue(useComparedForm(editor));
  const versions = versionsOf(editor.kind, conflict, mine);
  const fields = compareForms(rules, versions);
  const merged = mergeForms(rules, versions, choices);
  const [view, setView] = useState<DifferenceView>('text');
  const partsOf = (field: (typeof rules.names)[number], from: T['form']): DifferentField[] =>
    rules.partsOf(field).map((part) => ({
      label: rules.labelOf(part),
      kind: rules.kindOf(part),
      from: rules.shownValue(part, from, timeZone),
      to: rules.shownValue(part, merged, timeZone),
    }));
  const shown = [...fields].map(([field, source]) => ({
    field,
    source,
    parts: partsOf(field, isTheirs(field, source, choices) ? versions.mine : versions.theirs),
  }));
  const { comparison, isReady } = useFieldComparison(
    shown.flatMap(({ parts }) => parts),
    view,
  );
  const heading = useRef<HTMLHeadingElement>(null);
  // Runs after each further attempt to save, too.
  useEffect(() => {
    if (theirs) heading.current?.focus();
  }, [theirs]);
  return (
    <section aria-labelledby="conflict" className={styles.conflict}>
      <h2 id="conflict" ref={heading} tabIndex={-1}>
        This {name} was changed elsewhere
      </h2>
      <p>
        {words.happened(dateAndTime(theirs.at, timeZone), name)} Nothing has been overwritten, and
        what you wrote is still in the form below.{' '}
        {explanation([...fields.values()], versions.base !== null)} {words.outcome}
      </p>
      {fields.size === 0 && <p>Both versions are the same.</p>}
      <DifferenceViewChoice view={view} onView={setView} />
      {isReady ? (
        <>
          <div className={`${differences.differences} ${styles.fields}`}>
            {shown.map(({ field, source, parts }) => (
              <ConflictField
                key={field}
                label={rules.labelOf(field)}
                source={source}
                words={words}
                chosen={choices[field] ?? 'mine'}
                onChoose={(side) => editor.dispatch({ type: 'choose', field, side })}
                parts={parts}
                view={view}
                comparison={comparison}
              />
            ))}
          </div>
          <Decision editor={editor} conflict={conflict} words={words} />
        </>
      ) : (
        <Comparing />
      )}
      <p>{words.end}</p>
    </section>
  );
}

type DecisionProps<T extends DocumentTypes> = Props<T> & { words: Words };

function Decision<T extends DocumentTypes>({ editor, conflict, words }: DecisionProps<T>) {
  const { mergeEffect, saving } = editor;
  const id = useId();
  return (
    <div className={styles.choices}>
      <button
        type="submit"
        value="merged"
        className="button"
        disabled={saving !== null}
        aria-describedby={mergeEffect ? id : undefined}
      >
        {mergeLabel(conflict.kind)}
        {mergeEffect && <EffectLine id={id} text={mergeEffect.text} />}
      </button>
      <Button className="button" onClick={editor.takeTheirs}>
        Use {words.theirs}
      </Button>
      <PlainButton onClick={() => editor.dispatch({ type: 'dismiss-conflict' })}>
        Keep editing
      </PlainButton>
    </div>
  );
}

type ChoiceProps = {
  label: string;
  words: Words;
  chosen: 'mine' | 'theirs';
  onChoose: (from: 'mine' | 'theirs') => void;
};

type FieldProps = ChoiceProps & {
  source: Source;
  parts: readonly DifferentField[];
  view: DifferenceView;
  comparison: Comparison | null;
};

function ConflictField({ source, parts, view, comparison, ...choice }: FieldProps) {
  const { label, words } = choice;
  return (
    <div>
      {source === 'choice' ? (
        <Choice {...choice} />
      ) : (
        <p>
          <b>{label}</b>, {describe(source, words)}
        </p>
      )}
      {parts.map((part) => (
        <Difference key={part.label} field={part} view={view} comparison={comparison} />
      ))}
    </div>
  );
}

function Choice({ label, words, chosen, onChoose }: ChoiceProps) {
  const name = useId();
  const { theirs } = words;
  const options = { mine: 'Yours', theirs: theirs.replace(/^t/, 'T') } as const;
  return (
    <fieldset className={styles.choice}>
      <legend>{label}, changed in both:</legend>
      {(Object.keys(options) as ('mine' | 'theirs')[]).map((from) => (
        <label key={from} className={admin.box}>
          <input
            type="radio"
            name={name}
            checked={chosen === from}
            onChange={() => onChoose(from)}
          />
          {options[from]}
        </label>
      ))}
    </fieldset>
  );
}
