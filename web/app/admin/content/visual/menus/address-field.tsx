import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useFloating } from '../../../ui/use-floating.ts';
import {
  type AddressQuestion,
  answerQuestion,
  closeQuestion,
  removeLink,
} from '../commands/address-question.ts';
import type { VisualView } from '../visual-view.ts';
import { rangeBox } from './range-box.ts';
import styles from './visual-menus.module.css';

const WORDS = {
  link: { name: 'Link', label: 'Link address', example: 'https://' },
  video: {
    name: 'Video',
    label: 'Video address',
    example: 'https://www.youtube.com/watch?v=',
  },
} as const;

type Props = { readonly visual: VisualView; readonly question: AddressQuestion };

/** Why not a form: it is in the form of the post. */
export function AddressField({ visual, question }: Props) {
  const { view } = visual;
  const id = useId();
  const ref = useFloating(() => rangeBox(view, question), 'below');
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(question.href ?? '');
  const [error, setError] = useState<string | null>(null);
  const { name, label, example } = WORDS[question.kind];

  useEffect(() => {
    input.current?.focus({ preventScroll: true });
    input.current?.select();
  }, []);

  const closeOutside = useEffectEvent(({ target }: Event) => {
    if (!ref.current?.contains(target as Node)) closeQuestion(view.state, view.dispatch);
  });
  useEffect(() => {
    const listener = (event: Event) => closeOutside(event);
    document.addEventListener('pointerdown', listener);
    return () => document.removeEventListener('pointerdown', listener);
  }, []);

  function answer(): void {
    const wrong = answerQuestion(typed, view.state, view.dispatch);
    setError(wrong);
    (wrong === null ? view : input.current)?.focus();
  }

  function onKeyDown(event: React.KeyboardEvent): void {
    if (event.key === 'Escape') visual.run(closeQuestion);
    else if (event.key === 'Enter' && event.target === input.current) answer();
    else return;
    event.preventDefault();
  }

  return (
    <div
      ref={ref}
      role="dialog"
      aria-label={name}
      className={`${styles.floating} ${styles.question}`}
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget))
          closeQuestion(view.state, view.dispatch);
      }}
    >
      <label htmlFor={id}>{label}</label>
      <input
        ref={input}
        id={id}
        className="field"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder={example}
        value={typed}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-error`}
        onChange={({ target }) => {
          setTyped(target.value);
          setError(null);
        }}
      />
      <p id={`${id}-error`} role="alert">
        {error}
      </p>
      <div>
        <button type="button" onClick={answer}>
          Apply
        </button>
        {question.href !== null && (
          <button type="button" onClick={() => visual.run(removeLink)}>
            Remove
          </button>
        )}
      </div>
    </div>
  );
}
