import { SITE_DEFAULTS } from '@longhand/contract/site/site-defaults';
import { type ReactNode, useId, useMemo, useState } from 'react';
import styles from './field.module.css';
import { FieldNotes } from './field-notes.tsx';
import { commonLanguages } from './languages.ts';

const ANOTHER = 'another';

type Props = {
  label: string;
  language: string;
  onChange: (language: string) => void;
  /** What choosing no language means; without it, one must be chosen. */
  none?: string;
  hint?: ReactNode;
  errors?: readonly string[] | undefined;
  disabled?: boolean;
  /** The `data-field` by which errors and checks find it. */
  field?: string;
};

/** Languages that are not listed can be typed as a code. */
export function LanguageSelect(props: Props) {
  const { label, language, onChange, none, hint, errors, disabled = false, field } = props;
  const id = useId();
  const [languages] = useState(commonLanguages);
  // Each typed letter renders the editor: React passes over elements that are the same.
  const options = useMemo(
    () =>
      languages.map(({ code, name }) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      )),
    [languages],
  );
  const isNone = language === '' && none !== undefined;
  const isListed = isNone || languages.some(({ code }) => code === language);
  // Stays true while somebody types a code that begins like a listed one.
  const [isAnother, setAnother] = useState(!isListed);
  const showsCode = isAnother || !isListed;
  const notes = {
    'data-field': field,
    'aria-invalid': errors ? true : undefined,
    'aria-describedby': `${id}-notes`,
  };

  function choose(code: string): void {
    setAnother(code === ANOTHER);
    if (code !== ANOTHER) onChange(code);
  }

  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="field"
        value={showsCode ? ANOTHER : language}
        disabled={disabled}
        onChange={(event) => choose(event.target.value)}
        {...(!showsCode && notes)}
      >
        {none !== undefined && <option value="">{none}</option>}
        {options}
        <option value={ANOTHER}>Another language…</option>
      </select>
      {showsCode && (
        <input
          type="text"
          className="field"
          aria-label="Language code"
          placeholder={SITE_DEFAULTS.language}
          autoCapitalize="none"
          spellCheck={false}
          value={language}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
          {...notes}
        />
      )}
      <FieldNotes id={id} hint={hint} errors={errors} />
    </div>
  );
}
