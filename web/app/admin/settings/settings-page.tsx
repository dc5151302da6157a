import { SITE_DEFAULTS } from '@longhand/contract/site-defaults';
import type { SiteSettings } from '@longhand/contract/site-settings';
import { useEffect, useId, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { Account } from '../account/account.tsx';
import admin from '../ui/admin.module.css';
import { dashboardAddress } from '../ui/dashboard-address.ts';
import { useFirstErrorInView } from '../ui/use-first-error-in-view.ts';
import { useSaveShortcut } from '../ui/use-save-shortcut.ts';
import { useUnsavedWarning } from '../ui/use-unsaved-warning.ts';
import { AccentSetting } from './accent-setting.tsx';
import { LanguageSetting } from './language-setting.tsx';
import { LinksSetting } from './links-setting.tsx';
import { PictureSetting } from './picture-setting.tsx';
import styles from './settings.module.css';
import { SettingsBar } from './settings-bar.tsx';
import { SwitchSetting } from './switch-setting.tsx';
import { TextSetting } from './text-setting.tsx';
import { TimeZoneSetting } from './time-zone-setting.tsx';
import { type Settings, useSettings } from './use-settings.ts';
import { WordsSetting } from './words-setting.tsx';

export function SettingsPage({ loaded }: { loaded: SiteSettings }) {
  const settings = useSettings(loaded);
  const form = useRef<HTMLFormElement>(null);
  useAnchorInView();
  useFirstErrorInView(form, settings.failure?.at);
  useSaveShortcut(() => void settings.save());
  useUnsavedWarning({
    question: 'Your changes are not saved. Leave anyway?',
    isUnsent: () => settings.isChanged,
    // Readers see what is saved: only a person decides that.
    send: async () => {},
    hasLocalDraft: false,
  });
  return (
    <div className={`page ${admin.admin} ${styles.settings}`}>
      <title>Settings</title>
      <p className={admin.back}>
        <Link to={dashboardAddress()}>Back to Dashboard</Link>
      </p>
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
        <WritingSection settings={settings} />
        <WordsSection settings={settings} />
        <NewsletterSection settings={settings} />
        <OfflineSection settings={settings} />
        <HistorySection settings={settings} />
        <SettingsBar settings={settings} />
      </form>
      <Section title="Coming and going">
        <p>
          <Link to="/admin/import">Import</Link>: posts, pages and pictures of another blog.
        </p>
        <p>
          <Link to="/admin/redirects">Old addresses</Link>: where links to your former blog lead.
        </p>
        <p>
          <Link to="/admin/export">Export</Link>: everything you have written, as files in one zip.
        </p>
      </Section>
      <div className={styles.account}>
        <Account />
      </div>
    </div>
  );
}

/** The browser looked for it before the settings were loaded. */
function useAnchorInView(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
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

function ifEmpty(name: 'site_name' | 'site_description' | 'blog_subtitle' | 'contact_email') {
  return `Left empty: “${SITE_DEFAULTS[name]}”`;
}

function SiteSection({ settings }: Props) {
  return (
    <Section title="Site">
      <TextSetting
        settings={settings}
        name="site_name"
        hint={`In the header, in titles and in feeds. ${ifEmpty('site_name')}`}
      />
      <TextSetting
        settings={settings}
        name="site_description"
        rows={2}
        hint={`For search engines, feeds and links that are shared. ${ifEmpty('site_description')}`}
      />
      <TextSetting
        settings={settings}
        name="blog_subtitle"
        hint={`Below the heading of the blog. ${ifEmpty('blog_subtitle')}`}
      />
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
        hint={`An e-mail address that anyone can see on the contact page. ${ifEmpty('contact_email')}`}
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
      <PictureSetting
        settings={settings}
        name="icon"
        label="Icon"
        hint="For tabs, bookmarks and phones. A square picture of at least 192 × 192 pixels; all sizes are made from it. Saved as soon as it is chosen"
      />
      <PictureSetting
        settings={settings}
        name="logo"
        label="Logo"
        hint="In the header, in place of the name. Readers see it on both backgrounds. Saved as soon as it is chosen"
      />
    </Section>
  );
}

function WritingSection({ settings }: Props) {
  return (
    <Section title="Writing">
      <SwitchSetting
        settings={settings}
        name="smart_punctuation"
        hint="In Visual, straight quotes, two hyphens and three dots become the signs of the language above as they are typed, except in code. Ctrl+Z brings back what was typed"
      />
    </Section>
  );
}

function WordsSection({ settings }: Props) {
  return (
    <Section title="Words">
      <WordsSetting settings={settings} />
    </Section>
  );
}

function NewsletterSection({ settings }: Props) {
  return (
    <Section title="Newsletter" anchor="newsletter">
      <SwitchSetting
        settings={settings}
        name="newsletter_shown"
        hint="At the end of the home page. Until mail is set up, the form stores nothing, and says so"
      />
      <p>
        <Link to="/admin/newsletter">Newsletter</Link>: set up mail, subscribers, and what was sent.
      </p>
    </Section>
  );
}

function OfflineSection({ settings }: Props) {
  return (
    <Section title="Reading offline">
      <SwitchSetting
        settings={settings}
        name="offline_reading"
        hint="Readers’ browsers keep the pages that they have opened, and show them when there is no connection, with the date of the copy. Switched off, each browser removes its copies at its next visit"
      />
    </Section>
  );
}

function HistorySection({ settings }: Props) {
  return (
    <Section title="History">
      <SwitchSetting
        settings={settings}
        name="thin_versions"
        hint="Of the versions of posts and pages that are older than a year, only the last of each month is kept. The others are deleted for good, within a day. Switched off, every version is kept"
      />
    </Section>
  );
}
