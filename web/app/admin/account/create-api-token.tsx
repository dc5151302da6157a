import type { Account } from '@longhand/contract/account';
import type { NewApiToken, TokenScope } from '@longhand/contract/api-tokens';
import { adminApi } from '../api/admin-api.ts';
import { SCOPE_OPTIONS } from '../words/api-tokens.ts';
import { DAY_MS } from '../words/date-and-time.ts';
import { AccountField, AccountSelect } from './account-field.tsx';
import { ConfirmForm } from './confirm-dialog.tsx';

const LIFETIMES = { '30': '30 days', '90': '90 days', '365': '1 year', '': 'No end' };
const DEFAULT_LIFETIME = '90';

function endAfter(days: string): string | null {
  return days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
}

type Props = { account: Account; onCreated: (token: NewApiToken) => void };

export function CreateApiToken({ account, onCreated }: Props) {
  return (
    <ConfirmForm
      username={account.username}
      factors={account.second_factor}
      submit="Create token"
      busy="Creating..."
      fields={
        <>
          <AccountField name="name" label="Name" maxLength={100} />
          <AccountSelect label="Scope" name="scope" options={SCOPE_OPTIONS} />
          <AccountSelect
            label="Works for"
            name="days"
            options={LIFETIMES}
            defaultValue={DEFAULT_LIFETIME}
          />
        </>
      }
      work={async (proof, fields) => {
        const scope = fields.get('scope') as TokenScope;
        const expires_at = endAfter(String(fields.get('days')));
        const name = String(fields.get('name'));
        onCreated(await adminApi.createToken({ name, scope, expires_at, ...proof }));
      }}
    />
  );
}
