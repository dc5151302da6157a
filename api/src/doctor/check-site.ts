import { SITE_DEFAULTS } from '@longhand/contract/site-defaults';
import type { Database } from '../database/tables.ts';
import { createReadValues } from '../site/read-values.ts';
import type { SiteConfig } from '../site/setting-values.ts';
import { isSiteLocal } from './check-settings.ts';
import { asWarning, type Check } from './finding.ts';

export function checkSite(db: Database, config: SiteConfig & { isComplete: boolean }): Check {
  return {
    name: 'The settings of the site can be used',
    async *find() {
      const invalid: string[] = [];
      const { contact_email } = await createReadValues(db, config, (name) => invalid.push(name))();
      for (const name of invalid)
        yield asWarning(
          `The stored setting ${name} is not valid, and its default is used.`,
          'Save it again at /admin/settings.',
        );
      if (
        config.isComplete &&
        !isSiteLocal(config) &&
        contact_email === SITE_DEFAULTS.contact_email
      )
        yield asWarning(
          `The contact address is still ${contact_email}: what visitors write there reaches nobody.`,
          'Set your own at /admin/settings.',
        );
    },
  };
}
