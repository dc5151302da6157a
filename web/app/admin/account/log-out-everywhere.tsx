import { useState } from 'react';
import { removeToken } from '../../lib/session.ts';
import { adminApi } from '../api/admin-api.ts';
import admin from '../ui/admin.module.css';
import { ALERTS, alertFailure } from '../ui/alerts.ts';
import { Button } from '../ui/button.tsx';
import { LOG_OUT_QUESTION } from '../words/account.ts';

export function LogOutEverywhere() {
  const [isBusy, setBusy] = useState(false);

  async function logOut(): Promise<void> {
    if (!window.confirm(LOG_OUT_QUESTION)) return;
    setBusy(true);
    try {
      await adminApi.logOutEverywhere();
      removeToken();
    } catch (error) {
      setBusy(false);
      alertFailure(ALERTS.logOutEverywhere, error);
    }
  }

  return (
    <Button className={admin.quiet} disabled={isBusy} onClick={logOut}>
      Log out everywhere
    </Button>
  );
}
