import { type ComponentProps, useId } from 'react';
import field from '../ui/fields/field.module.css';
import { LabelledInput } from '../ui/fields/labelled-input.tsx';

type FieldProps = ComponentProps<typeof LabelledInput> & { isFirst?: boolean };

export function AccountField({ isFirst = false, ...props }: FieldProps) {
  return (
    <LabelledInput
      required
      // A dialog looks for the attribute when it opens, which React does not set.
      ref={(input) => {
        if (input) input.autofocus = isFirst;
      }}
      autoFocus={isFirst}
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      {...props}
    />
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
