import admin from '../admin.module.css';
import { Button } from '../button.tsx';

type Props<Option extends string> = {
  /** Only screen readers get the legend. */
  legend: string;
  /** In the order of the buttons. */
  options: Readonly<Partial<Record<Option, React.ReactNode>>>;
  value: Option;
  onChange: (option: Option) => void;
  className?: string | undefined;
};

export function Choice<Option extends string>(props: Props<Option>) {
  const { legend, options, value, onChange, className = '' } = props;
  return (
    <fieldset className={`${admin.toggles} ${className}`}>
      <legend className="visually-hidden">{legend}</legend>
      {(Object.keys(options) as Option[]).map((option) => (
        <Button key={option} aria-pressed={value === option} onClick={() => onChange(option)}>
          {options[option]}
        </Button>
      ))}
    </fieldset>
  );
}
