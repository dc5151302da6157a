import type { Account } from '@longhand/contract/account';
import type { ApiToken, NewApiToken } from '@longhand/contract/api-tokens';
import { useState } from 'react';
import { apiAddress } from '../../lib/browser-api.ts';
import { useSite } from '../../reader/site/site.ts';
import { adminApi } from '../api/admin-api.ts';
import { hasStatus } from '../api/request.ts';
import { logFailure } from '../ui/alerts.ts';
import { CopyField } from '../ui/fields/copy-field.tsx';
import rows from '../ui/lists/detail-rows.module.css';
import {
  ABOUT_TOKENS,
  SCOPE_NAMES,
  TOKEN_NOT_DELETED,
  TOKEN_ONCE,
  tokenQuestion,
} from '../words/api-tokens.ts';
import { dateAndTime } from '../words/date-and-time.ts';
import styles from './account.module.css';
import { AccountRow, LastUse } from './account-row.tsx';
import { AccountSection } from './account-section.tsx';
import { CreateApiToken } from './create-api-token.tsx';

/** A deleted token stays in its place until the page is left. */
type ListedToken = ApiToken & { readonly isDeleted?: boolean };

type Props = {
  account: Account;
  loaded: readonly ApiToken[];
  onCreated: () => void;
};

export function ApiTokens({ account, loaded, onCreated }: Props) {
  const [tokens, setTokens] = useState<readonly ListedToken[]>(loaded);
  const [created, setCreated] = useState<NewApiToken>();
  const [message, setMessage] = useState('');

  function add({ token, ...listed }: NewApiToken): void {
    setTokens((now) => [listed, ...now]);
    setCreated({ token, ...listed });
    setMessage(`Created: ${listed.name}.`);
    onCreated();
  }

  async function remove({ id, name, isDeleted }: ListedToken): Promise<void> {
    if (isDeleted || !window.confirm(tokenQuestion(name))) return;
    setMessage('');
    try {
      await adminApi.deleteToken(id);
    } catch (error) {
      // A 404 means that the token was deleted already.
      if (!hasStatus(error, 404)) {
        logFailure(error);
        setMessage(TOKEN_NOT_DELETED);
        return;
      }
    }
    setTokens((now) => now.map((one) => (one.id === id ? { ...one, isDeleted: true } : one)));
    setMessage(`Deleted: ${name}.`);
  }

  return (
    <AccountSection title="API tokens">
      <p>
        {ABOUT_TOKENS} <a href={apiAddress('/docs')}>What the API can do</a>
      </p>
      {tokens.length > 0 && (
        <ul className={rows.rows}>
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} onDelete={() => remove(token)} />
          ))}
        </ul>
      )}
      <CreateApiToken account={account} onCreated={add} />
      <p role="status" className={styles.message}>
        {message}
      </p>
      {created && (
        <div className={styles.shownOnce}>
          <CopyField
            key={created.id}
            label={`Token of ${created.name}`}
            value={created.token}
            hint={TOKEN_ONCE}
            onMessage={setMessage}
          />
        </div>
      )}
    </AccountSection>
  );
}

function End({ expires_at }: Pick<ApiToken, 'expires_at'>) {
  const { timeZone } = useSite();
  if (expires_at === null) return <span>No end</span>;
  return (
    <span>
      {Date.parse(expires_at) > Date.now() ? 'Until' : 'Ended'}{' '}
      <time dateTime={expires_at}>{dateAndTime(expires_at, timeZone)}</time>
    </span>
  );
}

function TokenRow({ token, onDelete }: { token: ListedToken; onDelete: () => void }) {
  const { name, scope, expires_at, last_used_at, isDeleted } = token;
  return (
    <AccountRow
      name={name}
      mark={SCOPE_NAMES[scope]}
      details={
        <>
          <End expires_at={expires_at} />
          <LastUse at={last_used_at} never="Never used" />
        </>
      }
      action={isDeleted ? 'Deleted' : 'Delete'}
      subject={`the API token ${name}`}
      isEnded={isDeleted}
      onAction={onDelete}
    />
  );
}
