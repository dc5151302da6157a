import type { FirstSteps, RemovedSamples } from '@longhand/contract/account';
import type { AutomaticBackups, BackupTicket } from '@longhand/contract/backups';
import type { DiskSpace, RemovableFilesName } from '@longhand/contract/disk-space';
import type { WordList } from '@longhand/contract/own-words';
import type { SiteSettings, SiteSettingsInput } from '@longhand/contract/site-settings';
import { apiAddress } from '../../lib/browser-api.ts';
import { request } from './request.ts';

export const siteCalls = {
  findFirstSteps: () => request<FirstSteps>('GET', '/admin/first-steps', { isBackground: true }),
  dismissFirstSteps: () => request<undefined>('POST', '/admin/first-steps/dismiss'),
  /** To the trash. */
  removeSamplePosts: () => request<RemovedSamples>('DELETE', '/admin/sample-posts'),

  readSettings: () => request<SiteSettings>('GET', '/admin/settings'),
  /** For the editor, which goes on without it. */
  readSettingsQuietly: (signal: AbortSignal) =>
    request<SiteSettings>('GET', '/admin/settings', { signal, isBackground: true }),
  listWords: () => request<WordList>('GET', '/admin/words', { isBackground: true }),
  /** Stays on the page if the session is over: what was typed is only there. */
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

/** A URL that works once, within a minute. */
async function requestDownload(path: string): Promise<string> {
  const { url } = await request<BackupTicket>('POST', path);
  return new URL(url, new URL(apiAddress('/'), location.href)).href;
}
