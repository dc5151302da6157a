import { ACCENT_PATTERN } from '@longhand/contract/colours/accent';
import { PALETTE } from '@longhand/contract/colours/palette';
import { useState } from 'react';
import { PlainButton } from '../ui/button.tsx';
import { accentReason, normalizeAccent, sampleColours } from './accent-text.ts';
import styles from './setting-fields.module.css';
import { TextSetting } from './setting-fields.tsx';
import type { Settings } from './use-settings.ts';

const THEMES = { light: 'Light theme', dark: 'Dark theme' } as const;
type Theme = keyof typeof THEMES;
type Colours = NonNullable<ReturnType<typeof sampleColours>>;

/** Hidden from screen readers: the field says what is wrong with a colour. */
function AccentSample({ accent }: { accent: string }) {
  const colours = sampleColours(accent);
  // While a colour is being typed, the last complete one stays.
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

export function AccentSetting({ settings }: { settings: Settings }) {
  const [isTyping, setTyping] = useState(false);
  const typed = settings.form.accent;
  const accent = normalizeAccent(typed);
  const change = (value: string) => settings.change({ accent: value });
  const isLocked = settings.lockedHint('accent') !== undefined;
  return (
    <>
      <TextSetting
        settings={settings}
        name="accent"
        error={accentReason(typed, isTyping) ?? undefined}
        attributes={{
          placeholder: PALETTE.light.accent,
          autoCapitalize: 'none',
          spellCheck: false,
          onFocus: () => setTyping(true),
          onBlur() {
            setTyping(false);
            if (accent !== typed) change(accent);
          },
        }}
        beside={
          <>
            <input
              type="color"
              aria-label="Pick a colour"
              className={styles.colour}
              disabled={isLocked}
              value={ACCENT_PATTERN.test(accent) ? accent : PALETTE.light.accent}
              onChange={(event) => change(event.target.value)}
            />
            <PlainButton
              aria-disabled={isLocked || accent === PALETTE.light.accent}
              onClick={() => !isLocked && change(PALETTE.light.accent)}
            >
              Use the default
            </PlainButton>
          </>
        }
      />
      <AccentSample accent={typed} />
    </>
  );
}
