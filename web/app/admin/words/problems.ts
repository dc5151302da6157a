import type { RemovableFilesName } from '@longhand/contract/storage';

export const USE_DOWNLOAD =
  'Until they work again, use “Download a backup” at the end of this page.';

export const REMOVABLE = {
  'old-backups': {
    what: 'of older backups on this server; the newest is kept.',
    action: 'Delete older backups',
    question: 'Delete all backups on the server except the newest?',
  },
  'resized-pictures': {
    what: 'of resized pictures, which are made again when needed.',
    action: 'Delete smaller sizes',
    question: undefined,
  },
} satisfies Record<RemovableFilesName, object>;

export const DISK_FULL = {
  meaning: 'Nothing can be saved until there is space. You can still delete.',
  nothing:
    'Nothing can be deleted safely. Free some space on the server, or give it a larger disk.',
  trash: 'Deleting posts for good in the trash makes room for other texts.',
} as const;
