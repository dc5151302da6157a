import type { SettingName } from '@longhand/contract/site-defaults';

export const SETTING_LABELS: Readonly<Record<SettingName, string>> = {
  site_name: 'Site name',
  site_description: 'Description',
  blog_subtitle: 'Blog subtitle',
  language: 'Language',
  time_zone: 'Time zone',
  contact_email: 'Contact address',
  links: 'Links',
  accent: 'Accent colour',
  newsletter_shown: 'Show the newsletter block',
  offline_reading: 'Keep pages for reading offline',
  thin_versions: 'Thin out old versions',
  smart_punctuation: 'Smart quotes, dashes and ellipses',
};
