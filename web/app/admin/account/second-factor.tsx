import type { Account } from '@longhand/contract/account';
import type { SecondFactor as Factors } from '@longhand/contract/second-factor';
import { useState } from 'react';
import { AuthenticatorApp } from './authenticator-app.tsx';
import { type Question, useConfirmDialog } from './confirm-dialog.tsx';
import { Passkeys } from './passkeys.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

export type FactorSectionProps = {
  readonly factors: Factors;
  readonly ask: (question: Question) => void;
  /** With the recovery codes that were made, if any. */
  readonly onChanged: (codes: string[] | null) => Promise<void>;
};

type Props = { account: Account; onChanged: () => Promise<void> };

export function SecondFactor({ account, onChanged }: Props) {
  const { username, second_factor: factors } = account;
  const [made, setMade] = useState<readonly string[] | null>(null);
  const [ask, dialog] = useConfirmDialog(username, factors);
  const shared = {
    factors,
    ask,
    async onChanged(codes: string[] | null): Promise<void> {
      // Those that are shown stay, unless the last factor is gone or new ones are made.
      if (codes) setMade(codes);
      await onChanged();
    },
  };
  const isOn = factors.totp || factors.passkeys.length > 0;
  return (
    <>
      <AuthenticatorApp {...shared} />
      <Passkeys {...shared} />
      <RecoveryCodes key={made?.[0]} {...shared} made={isOn ? made : null} />
      {dialog}
    </>
  );
}
