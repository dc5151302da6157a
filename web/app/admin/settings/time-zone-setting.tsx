import { SITE_DEFAULTS } from '@longhand/contract/site-defaults';
import { useEffect, useId, useState } from 'react';
import admin from '../ui/admin.module.css';
import styles from './settings.module.css';
import { TextSetting } from './text-setting.tsx';
import { browserTimeZone, timeThere, timeZones } from './time-zones.ts';
import type { Settings } from './use-settings.ts';

const UPDATE_MS = 10_000;

function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), UPDATE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** The browser searches its list while one types. */
export function TimeZoneSetting({ settings }: { settings: Settings }) {
  const list = useId();
  const now = useNow();
  const [zones] = useState(timeZones);
  const [isTyping, setTyping] = useState(false);
  const [own] = useState(browserTimeZone);
  const typed = settings.form.time_zone.trim();
  const time = timeThere(typed || SITE_DEFAULTS.time_zone, now);
  const isLocked = settings.lockedHint('time_zone') !== undefined;
  return (
    <TextSetting
      settings={settings}
      name="time_zone"
      hint={
        time
          ? `It is ${time} there now. Left empty: ${SITE_DEFAULTS.time_zone}`
          : 'Type a city or a continent, and choose from the list'
      }
      error={
        time || isTyping
          ? undefined
          : `is not a known time zone: choose one from the list, like Europe/Paris`
      }
      attributes={{
        list,
        autoCapitalize: 'none',
        spellCheck: false,
        onFocus: () => setTyping(true),
        onBlur: () => setTyping(false),
      }}
    >
      <datalist id={list}>
        {zones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      {own !== typed && !isLocked && (
        <button
          type="button"
          className={`${admin.plain} ${styles.small}`}
          onClick={() => settings.change({ time_zone: own })}
        >
          Use {own}, as this browser does
        </button>
      )}
    </TextSetting>
  );
}
