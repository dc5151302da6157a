import { ACCENT_PATTERN } from '@longhand/contract/accent';
import { PALETTE } from '@longhand/contract/palette';
import { useState } from 'react';
import admin from '../ui/admin.module.css';
import { AccentSample } from './accent-sample.tsx';
import { accentReason, normalizeAccent } from './accent-text.ts';
import styles from './settings.module.css';
import { TextSetting } from './text-setting.tsx';
import type { Settings } from './use-settings.ts';

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
        hint={`For links and the focus. The dark theme has a lighter one of the same hue. Left empty: ${PALETTE.light.accent}`}
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
            <button
              type="button"
              className={admin.plain}
              aria-disabled={isLocked || accent === PALETTE.light.accent}
              onClick={() => !isLocked && change(PALETTE.light.accent)}
            >
              Use the default
            </button>
          </>
        }
      />
      <AccentSample accent={typed} />
    </>
  );
}
