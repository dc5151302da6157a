import type { Migration } from 'kysely/migration';
import * as initial from './0001-initial.ts';
import * as publicLists from './0002-public-lists.ts';
import * as keepingHouse from './0003-keeping-house.ts';
import * as searchInParts from './0004-search-in-parts.ts';
import * as idempotencyKeys from './0005-idempotency-keys.ts';
import * as jobs from './0006-jobs.ts';
import * as sortKey from './0007-sort-key.ts';
import * as publishing from './0008-publishing.ts';
import * as siteSettingsAndPages from './0009-site-settings-and-pages.ts';
import * as listsWithoutTexts from './0010-lists-without-texts.ts';
import * as redirectsAndSearch from './0011-redirects-and-search.ts';
import * as pageWorkingCopies from './0012-page-working-copies.ts';
import * as linksToChanges from './0013-links-to-changes.ts';
import * as translations from './0014-translations.ts';
import * as importsAndRedirects from './0015-imports-and-redirects.ts';
import * as newsletter from './0016-newsletter.ts';
import * as formerPageAddresses from './0017-former-page-addresses.ts';
import * as signupMailboxes from './0018-signup-mailboxes.ts';
import * as stateChanges from './0019-state-changes.ts';
import * as eventsAndWebhooks from './0020-events-and-webhooks.ts';
import * as secondFactor from './0021-second-factor.ts';
import * as apiTokens from './0022-api-tokens.ts';
import * as statistics from './0023-statistics.ts';
import * as searchCutInSteps from './0024-search-cut-in-steps.ts';

/** Released migrations never change. */
export const migrations: Readonly<Record<string, Pick<Migration, 'up'>>> = {
  '0001-initial': initial,
  '0002-public-lists': publicLists,
  '0003-keeping-house': keepingHouse,
  '0004-search-in-parts': searchInParts,
  '0005-idempotency-keys': idempotencyKeys,
  '0006-jobs': jobs,
  '0007-sort-key': sortKey,
  '0008-publishing': publishing,
  '0009-site-settings-and-pages': siteSettingsAndPages,
  '0010-lists-without-texts': listsWithoutTexts,
  '0011-redirects-and-search': redirectsAndSearch,
  '0012-page-working-copies': pageWorkingCopies,
  '0013-links-to-changes': linksToChanges,
  '0014-translations': translations,
  '0015-imports-and-redirects': importsAndRedirects,
  '0016-newsletter': newsletter,
  '0017-former-page-addresses': formerPageAddresses,
  '0018-signup-mailboxes': signupMailboxes,
  '0019-state-changes': stateChanges,
  '0020-events-and-webhooks': eventsAndWebhooks,
  '0021-second-factor': secondFactor,
  '0022-api-tokens': apiTokens,
  '0023-statistics': statistics,
  '0024-search-cut-in-steps': searchCutInSteps,
};
