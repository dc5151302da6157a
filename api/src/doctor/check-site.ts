import { SITE_DEFAULTS } from '@longhand/contract/site-defaults';
import type { Database } from '../database/tables.ts';
import { createReadValues } from '../site/read-values.ts';
import type { SiteConfig } from '../site/setting-values.ts';
import { isSiteLocal } from './check-settings.ts';
import { asWarning, type Check } from './finding.ts';

export function checkSite(db: Database, config: SiteConfig & { isComplete: boolean }): Check {
  return {
    name: 'The site’s settings are valid',
    async *find() {
      const invalid: string[] = [];
      const { contact_email } = await createReadValues(db, config, (name) => invalid.push(name))();
      for (const name of invalid)
        yield asWarning(
          `The stored setting ${name} is not valid, so its default is used.`,
          'Save it again at /admin/settings.',
        );
      if (
        config.isComplete &&
        !isSiteLocal(config) &&
        contact_email === SITE_DEFAULTS.contact_email
      )
        yield asWarning(
          `The contact address is still ${contact_email}: mail that visitors send there reaches nobody.`,
          'Enter your own at /admin/settings.',
        );
    },
  };
}
