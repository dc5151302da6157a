import type { Account } from '@longhand/contract/account';
import { useState } from 'react';
import { AuthenticatorApp } from './authenticator-app.tsx';
import { isOn, useConfirmDialog } from './confirm-dialog.tsx';
import { Passkeys } from './passkeys.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

type Props = {
  account: Account;
  /** The account as it is now; null if it could not be loaded. */
  onChanged: () => Promise<Account | null>;
};

export function SecondFactor({ account, onChanged }: Props) {
  const { username, second_factor: factors } = account;
  const [made, setMade] = useState<readonly string[] | null>(null);
  const [ask, dialog] = useConfirmDialog(username, factors);
  const shared = {
    factors,
    ask,
    async onChanged(codes: string[] | null): Promise<void> {
      const changed = await onChanged();
      if (codes) setMade(codes);
      // They went with the last factor.
      else if (changed && !isOn(changed.second_factor)) setMade(null);
    },
  };
  return (
    <>
      <AuthenticatorApp {...shared} />
      <Passkeys {...shared} />
      <RecoveryCodes key={made?.[0]} {...shared} made={made} />
      {dialog}
    </>
  );
}
