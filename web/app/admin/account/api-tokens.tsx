import type { Account } from '@longhand/contract/account';
import type { ApiToken, NewApiToken } from '@longhand/contract/api-tokens';
import { useId, useState } from 'react';
import { apiAddress } from '../../lib/browser-api.ts';
import { useSite } from '../../reader/site/site.ts';
import { adminApi } from '../api/admin-api.ts';
import { hasStatus } from '../api/request.ts';
import { logFailure } from '../ui/alerts.ts';
import { PlainButton } from '../ui/button.tsx';
import { CopyField } from '../ui/fields/copy-field.tsx';
import { relativeTime } from '../ui/relative-time.ts';
import {
  ABOUT_TOKENS,
  SCOPE_NAMES,
  TOKEN_NOT_DELETED,
  TOKEN_ONCE,
  tokenQuestion,
} from '../words/api-tokens.ts';
import { dateAndTime } from '../words/date-and-time.ts';
import styles from './account.module.css';
import { CreateApiToken } from './create-api-token.tsx';

/** A deleted token stays in its place until the page is left. */
type ListedToken = ApiToken & { readonly isDeleted?: boolean };

type Props = { account: Account; loaded: readonly ApiToken[] };

export function ApiTokens({ account, loaded }: Props) {
  const [tokens, setTokens] = useState<readonly ListedToken[]>(loaded);
  const [created, setCreated] = useState<NewApiToken>();
  const [message, setMessage] = useState('');
  const heading = useId();

  function add({ token, ...listed }: NewApiToken): void {
    setTokens((now) => [listed, ...now]);
    setCreated({ token, ...listed });
    setMessage(`Created: ${listed.name}.`);
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
    <section aria-labelledby={heading}>
      <h3 id={heading}>API tokens</h3>
      <p>
        {ABOUT_TOKENS} <a href={apiAddress('/docs')}>What the API can do</a>
      </p>
      {tokens.length > 0 && (
        <ul className={styles.rows}>
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} onDelete={() => remove(token)} />
          ))}
        </ul>
      )}
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
      <CreateApiToken account={account} onCreated={add} />
    </section>
  );
}

function End({ expires_at }: Pick<ApiToken, 'expires_at'>) {
  const { timeZone } = useSite();
  if (expires_at === null) return 'No end';
  return (
    <>
      {Date.parse(expires_at) > Date.now() ? 'Until' : 'Ended'}{' '}
      <time dateTime={expires_at}>{dateAndTime(expires_at, timeZone)}</time>
    </>
  );
}

function TokenRow({ token, onDelete }: { token: ListedToken; onDelete: () => void }) {
  const { name, scope, expires_at, last_used_at, isDeleted } = token;
  const action = isDeleted ? 'Deleted' : 'Delete';
  return (
    <li data-ended={isDeleted}>
      <span>
        <b>{name}</b>
        <em>{SCOPE_NAMES[scope]}</em>
        <small>
          <span>
            <End expires_at={expires_at} />
          </span>
          <span>
            {last_used_at === null ? 'Never used' : 'Used '}
            {last_used_at !== null && (
              <time dateTime={last_used_at}>{relativeTime(Date.parse(last_used_at))}</time>
            )}
          </span>
        </small>
      </span>
      <PlainButton
        aria-disabled={isDeleted}
        aria-label={`${action}: the API token ${name}`}
        onClick={onDelete}
      >
        {action}
      </PlainButton>
    </li>
  );
}
