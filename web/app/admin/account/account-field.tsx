import { useId } from 'react';
import field from '../ui/fields/field.module.css';
import { FieldNotes } from '../ui/fields/field-notes.tsx';

type FieldProps = {
  name: string;
  label: string;
  type?: 'text' | 'password';
  autoComplete?: string;
  defaultValue?: string;
  maxLength?: number;
  pattern?: string;
  hint?: string;
  isFirst?: boolean;
};

export function AccountField({ label, hint, isFirst = false, ...attributes }: FieldProps) {
  const id = useId();
  return (
    <div className={field.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="field"
        required
        // A dialog looks for the attribute when it opens, which React does not set.
        ref={(input) => {
          if (input) input.autofocus = isFirst;
        }}
        // biome-ignore lint/a11y/noAutofocus: the first field of a dialog or of a step that was just opened
        autoFocus={isFirst}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        aria-describedby={hint && `${id}-notes`}
        {...attributes}
      />
      {hint && <FieldNotes id={id} hint={hint} />}
    </div>
  );
}

type SelectProps = {
  label: string;
  name: string;
  /** The texts of the options, by their values. */
  options: Readonly<Record<string, string>>;
  defaultValue?: string;
};

export function AccountSelect({ label, options, ...attributes }: SelectProps) {
  const id = useId();
  return (
    <div className={field.field}>
      <label htmlFor={id}>{label}</label>
      <select id={id} className="field" {...attributes}>
        {Object.entries(options).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
