import { PALETTE } from '@longhand/contract/palette';
import { useState } from 'react';
import styles from './accent-sample.module.css';
import { sampleColours } from './accent-text.ts';

const THEMES = { light: 'Light theme', dark: 'Dark theme' } as const;
type Theme = keyof typeof THEMES;
type Colours = NonNullable<ReturnType<typeof sampleColours>>;

/** Only for the eye: what is wrong with a colour is said at its field. */
export function AccentSample({ accent }: { accent: string }) {
  const colours = sampleColours(accent);
  // While a colour is being typed, the last whole one stays.
  const [shown, setShown] = useState(colours);
  if (colours && JSON.stringify(colours) !== JSON.stringify(shown)) setShown(colours);
  if (!shown) return null;
  return (
    <div className={styles.samples} aria-hidden="true">
      {(Object.keys(THEMES) as Theme[]).map((theme) => (
        <ThemeSample key={theme} theme={theme} colours={shown[theme]} />
      ))}
    </div>
  );
}

function ThemeSample({ theme, colours }: { theme: Theme; colours: Colours[Theme] }) {
  const { paper, shade, rule, ink } = PALETTE[theme];
  const { accent, accentOnShade } = colours;
  return (
    <div className={styles.sample} style={{ background: paper, borderColor: rule, color: ink }}>
      <p className={styles.theme}>{THEMES[theme]}</p>
      <p>
        Text on paper, and <span style={{ color: accent }}>a link</span>.
      </p>
      <p className={styles.shade} style={{ background: shade }}>
        Text on shade, and <span style={{ color: accentOnShade }}>a link</span>.
      </p>
      <p className={styles.button} style={{ background: accent, color: paper }}>
        A button
      </p>
    </div>
  );
}
