import admin from '../ui/admin.module.css';
import { useRovingFocus } from '../ui/use-roving-focus.ts';
import styles from './content-field.module.css';
import { VIEW_MODES, type ViewMode } from './use-view-mode.ts';

type Props = { mode: ViewMode; onMode: (mode: ViewMode) => void };

export function ViewButtons({ mode, onMode }: Props) {
  const roving = useRovingFocus();
  return (
    <div
      role="toolbar"
      {...roving.props}
      aria-label="View of the content"
      className={`${admin.toggles} ${styles.views}`}
    >
      {(Object.keys(VIEW_MODES) as ViewMode[]).map((option, index) => (
        <button
          key={option}
          type="button"
          className={styles[`to-${option}`]}
          tabIndex={roving.tabIndexOf(index)}
          aria-pressed={mode === option}
          onClick={() => onMode(option)}
        >
          {VIEW_MODES[option]}
        </button>
      ))}
    </div>
  );
}
