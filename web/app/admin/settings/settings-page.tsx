import type { SiteSettings } from '@longhand/contract/site/site-settings';
import { useEffect, useId, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { Account } from '../account/account.tsx';
import admin from '../ui/admin.module.css';
import { useFirstErrorInView } from '../ui/fields/use-first-error-in-view.ts';
import { useSaveShortcut } from '../ui/use-save-shortcut.ts';
import { useScrollPadding } from '../ui/use-scroll-padding.ts';
import { useUnsavedWarning } from '../ui/use-unsaved-warning.ts';
import { LEAVE_UNSAVED } from '../words/settings.ts';
import { AccentSetting } from './accent-setting.tsx';
import { LinksSetting } from './links-setting.tsx';
import { PictureSetting } from './picture-setting.tsx';
import { LanguageSetting, SwitchSetting, TextSetting, TimeZoneSetting } from './setting-fields.tsx';
import styles from './settings.module.css';
import { statusOf } from './settings-status.ts';
import { type Settings, useSettings } from './use-settings.ts';
import { WordsSetting } from './words-setting.tsx';

export function SettingsPage({ loaded }: { loaded: SiteSettings }) {
  const settings = useSettings(loaded);
  const form = useRef<HTMLFormElement>(null);
  useAnchorInView();
  useFirstErrorInView(form, settings.failure?.at);
  useSaveShortcut(() => void settings.save());
  useUnsavedWarning({
    question: LEAVE_UNSAVED,
    isUnsent: () => settings.isChanged,
    // Readers see saved settings, so only a person decides to save.
    send: async () => {},
    hasLocalDraft: false,
  });
  return (
    <div className={`page ${admin.admin} ${styles.settings}`}>
      <title>Settings</title>
      <h1>Settings</h1>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void settings.save();
        }}
      >
        <SiteSection settings={settings} />
        <ContactSection settings={settings} />
        <LookSection settings={settings} />
        <Section title="Writing">
          <SwitchSetting settings={settings} name="smart_punctuation" />
        </Section>
        <Section title="Words">
          <WordsSetting settings={settings} />
        </Section>
        <Section title="Newsletter" anchor="newsletter">
          <SwitchSetting settings={settings} name="newsletter_shown" />
          <p>
            <Link to="/admin/newsletter">Newsletter</Link>: email setup, subscribers and mailings.
          </p>
        </Section>
        <Section title="Reading offline">
          <SwitchSetting settings={settings} name="offline_reading" />
        </Section>
        <Section title="Statistics" anchor="statistics">
          <SwitchSetting settings={settings} name="statistics" />
        </Section>
        <Section title="History">
          <SwitchSetting settings={settings} name="thin_versions" />
        </Section>
        <SettingsBar settings={settings} />
      </form>
      <Section title="Import and export">
        <p>
          <Link to="/admin/import">Import</Link> posts, pages and pictures from another blog.
        </p>
        <p>
          <Link to="/admin/redirects">Redirects</Link> from your old blog.
        </p>
        <p>
          <Link to="/admin/export">Export</Link> everything you have written, in one zip file.
        </p>
      </Section>
      <div className={styles.account}>
        <Account />
      </div>
    </div>
  );
}

/** The browser looked for the anchor before the settings were loaded. Its first field has the focus. */
function useAnchorInView(): void {
  const { hash } = useLocation();
  useEffect(() => {
    const section = hash === '' ? null : document.getElementById(hash.slice(1));
    section?.scrollIntoView();
    section
      ?.querySelector<HTMLElement>('input:enabled, textarea:enabled')
      ?.focus({ preventScroll: true });
  }, [hash]);
}

type SectionProps = { title: string; anchor?: string; children: React.ReactNode };

function Section({ title, anchor, children }: SectionProps) {
  const id = useId();
  return (
    <section id={anchor} aria-labelledby={id} className={styles.section}>
      <h2 id={id}>{title}</h2>
      <div className={styles.fields}>{children}</div>
    </section>
  );
}

type Props = { settings: Settings };

function SiteSection({ settings }: Props) {
  return (
    <Section title="Site" anchor="site">
      <TextSetting settings={settings} name="site_name" />
      <TextSetting settings={settings} name="site_description" rows={2} />
      <TextSetting settings={settings} name="blog_subtitle" />
      <LanguageSetting settings={settings} />
      <TimeZoneSetting settings={settings} />
    </Section>
  );
}

function ContactSection({ settings }: Props) {
  return (
    <Section title="Contact and links" anchor="contact">
      <TextSetting
        settings={settings}
        name="contact_email"
        attributes={{ type: 'email', autoCapitalize: 'none', spellCheck: false }}
      />
      <LinksSetting settings={settings} />
    </Section>
  );
}

function LookSection({ settings }: Props) {
  return (
    <Section title="Look">
      <AccentSetting settings={settings} />
      <PictureSetting settings={settings} name="icon" label="Icon" />
      <PictureSetting settings={settings} name="logo" label="Logo" />
    </Section>
  );
}

function SettingsBar({ settings }: Props) {
  const { failure, isSaving } = settings;
  const bar = useRef<HTMLDivElement>(null);
  useScrollPadding(bar);
  return (
    <div ref={bar} className={styles.bar}>
      {/* Not disabled while saving, because it would lose the focus. */}
      <button type="submit" className="button" aria-disabled={isSaving}>
        {isSaving ? 'Saving...' : 'Save settings'}
      </button>
      <div className={failure ? styles.trouble : undefined}>
        <p role="status">{statusOf(settings)}</p>
        {failure?.reason && <p role="alert">{failure.reason}</p>}
        {failure?.isSessionOver && (
          <Link to="/login?again" target="_blank">
            Log in in another tab
          </Link>
        )}
      </div>
    </div>
  );
}
