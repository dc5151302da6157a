import type { FirstSteps, RemovedSamples } from '@longhand/contract/account';
import type {
  SiteSettings,
  SiteSettingsInput,
  WordList,
} from '@longhand/contract/site/site-settings';
import type {
  AutomaticBackups,
  BackupTicket,
  DiskSpace,
  RemovableFilesName,
} from '@longhand/contract/storage';
import { apiAddress } from '../../lib/browser-api.ts';
import { request } from './request.ts';

export const siteCalls = {
  findFirstSteps: () => request<FirstSteps>('GET', '/admin/first-steps', { isBackground: true }),
  dismissFirstSteps: () => request<undefined>('POST', '/admin/first-steps/dismiss'),
  /** Moves them to the trash. */
  removeSamplePosts: () => request<RemovedSamples>('DELETE', '/admin/sample-posts'),

  readSettings: () => request<SiteSettings>('GET', '/admin/settings'),
  /** The editor goes on if this call fails. */
  readSettingsQuietly: (signal: AbortSignal) =>
    request<SiteSettings>('GET', '/admin/settings', { signal, isBackground: true }),
  listWords: () => request<WordList>('GET', '/admin/words', { isBackground: true }),
  /** In the background because a redirect to the login page would lose what was typed. */
  saveSettings: (body: SiteSettingsInput) =>
    request<SiteSettings>('PUT', '/admin/settings', { body, isBackground: true }),

  listAutomaticBackups: () =>
    request<AutomaticBackups>('GET', '/admin/backups', { isBackground: true }),
  readDiskSpace: () => request<DiskSpace>('GET', '/admin/disk-space', { isBackground: true }),
  deleteRemovableFiles: (name: RemovableFilesName) =>
    request<DiskSpace>('DELETE', `/admin/disk-space/${name}`),
  requestBackupUrl: () => requestDownload('/admin/backup-tickets'),
  requestExportUrl: () => requestDownload('/admin/export-tickets'),
};

/** The URL works once, within a minute. */
async function requestDownload(path: string): Promise<string> {
  const { url } = await request<BackupTicket>('POST', path);
  return new URL(url, new URL(apiAddress('/'), location.href)).href;
}
