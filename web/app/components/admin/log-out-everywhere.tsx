import { useState } from 'react';
import { adminApi } from '../../lib/admin/admin-api.ts';
import { ALERTS, alertFailure, LOG_OUT_QUESTION } from '../../lib/admin/alerts.ts';
import { removeToken } from '../../lib/session.ts';
import admin from './admin.module.css';

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
    <button type="button" className={admin.quiet} disabled={isBusy} onClick={logOut}>
      Log out everywhere
    </button>
  );
}
