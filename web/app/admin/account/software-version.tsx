import type { Account } from '@longhand/contract/account';
import { softwareName } from '@longhand/contract/software-name';
import { useEffect, useState } from 'react';
import { adminApi } from '../api/admin-api.ts';
import admin from '../ui/admin.module.css';
import { logFailure } from '../ui/alerts.ts';

export function SoftwareVersion() {
  const [software, setSoftware] = useState<Account['software'] | null>(null);

  useEffect(() => {
    adminApi.findAccountQuietly().then((account) => setSoftware(account.software), logFailure);
  }, []);

  if (!software) return null;
  return <p className={admin.version}>Longhand {softwareName(software)}</p>;
}
