import admin from './admin.module.css';

type Props<Option extends string> = {
  /** For screen readers. */
  legend: string;
  /** In the order of their buttons. */
  options: Readonly<Partial<Record<Option, React.ReactNode>>>;
  value: Option;
  onChange: (option: Option) => void;
  className?: string | undefined;
};

/** A row of buttons, one of which is pressed. */
export function Choice<Option extends string>(props: Props<Option>) {
  const { legend, options, value, onChange, className = '' } = props;
  return (
    <fieldset className={`${admin.toggles} ${className}`}>
      <legend className="visually-hidden">{legend}</legend>
      {(Object.keys(options) as Option[]).map((option) => (
        <button
          key={option}
          type="button"
          aria-pressed={value === option}
          onClick={() => onChange(option)}
        >
          {options[option]}
        </button>
      ))}
    </fieldset>
  );
}
