import { resolve, sep } from 'node:path';
import { z } from 'zod';
import { DAY_MS } from '../clock.ts';
import type { S3Settings } from '../files/s3-objects.ts';
import { bucket, type Environment, prefix } from './config-values.ts';

const s3Address = z
  .string()
  .regex(/^s3:\/\/[^/]+(\/.*)?$/)
  .transform((value) => value.slice('s3://'.length).split(/\/(.*)/s))
  .pipe(
    z.union([
      z.tuple([bucket, prefix, z.literal('')]),
      z.tuple([bucket, z.literal(''), z.literal('')]),
      z.tuple([bucket]),
    ]),
  )
  .transform(([bucket, prefix = '']) => ({ bucket, prefix }));

const folder = z
  .string()
  .regex(/^(?!\w+:\/\/)/)
  .transform((value) => ({ folder: resolve(value) }));

export const backupTo = z.union([s3Address, folder]);

const KEPT_UNITS = { d: 'days', w: 'weeks', m: 'months' } as const;
type KeptUnit = keyof typeof KEPT_UNITS;

export type KeepRule = { readonly [Unit in (typeof KEPT_UNITS)[KeptUnit]]: number };

export const keepRule = z
  .string()
  .regex(/^[1-9]\d{0,2}[dwm](, ?[1-9]\d{0,2}[dwm]){0,2}$/)
  .transform((value) => value.split(/, ?/))
  .refine((parts) => new Set(parts.map((part) => part.at(-1))).size === parts.length)
  .transform(
    (parts): KeepRule => ({
      days: 0,
      weeks: 0,
      months: 0,
      ...Object.fromEntries(
        parts.map((part) => [KEPT_UNITS[part.at(-1) as KeptUnit], Number.parseInt(part, 10)]),
      ),
    }),
  );

const S3_REQUIRED = ['BACKUP_S3_ENDPOINT', 'BACKUP_S3_ACCESS_KEY', 'BACKUP_S3_SECRET_KEY'] as const;

type Settings = {
  readonly [Name in (typeof S3_REQUIRED)[number] | 'BACKUP_PASSPHRASE']?: string | undefined;
} & {
  readonly BACKUP_TO?: z.output<typeof backupTo> | undefined;
  readonly BACKUP_TO_KEEP: KeepRule;
  readonly BACKUP_S3_REGION: string;
  readonly BACKUP_EVERY?: number | undefined;
  readonly DATA_DIR: string;
};

export function findBackupErrors(
  env: Environment,
  { BACKUP_TO: to, DATA_DIR }: Partial<Settings>,
): string[] {
  if (to && 'folder' in to && `${to.folder}${sep}`.startsWith(`${resolve(DATA_DIR ?? '')}${sep}`))
    return ['BACKUP_TO must not be in DATA_DIR: a backup there is lost together with the data.'];
  if (to && 'bucket' in to)
    return S3_REQUIRED.filter((name) => !env[name]).map(
      (name) => `${name} is missing: BACKUP_TO is in an object store.`,
    );
  if (env.BACKUP_TO) return [];
  return S3_REQUIRED.filter((name) => env[name]).map(
    (name) => `${name} has no effect without BACKUP_TO, which says where the backups go.`,
  );
}

export type BackupPlace = { readonly folder: string } | { readonly s3: S3Settings };

function placeOf(settings: Settings): BackupPlace | undefined {
  const { BACKUP_TO: to, BACKUP_S3_ENDPOINT: endpoint } = settings;
  const { BACKUP_S3_ACCESS_KEY: accessKey, BACKUP_S3_SECRET_KEY: secretKey } = settings;
  if (!to) return undefined;
  if ('folder' in to) return Object.freeze(to);
  if (!endpoint || !accessKey || !secretKey) return undefined;
  return {
    s3: Object.freeze({ ...to, endpoint, region: settings.BACKUP_S3_REGION, accessKey, secretKey }),
  };
}

/** Undefined if backups are only in the data folder. */
export function remoteBackupsOf(settings: Settings) {
  const place = placeOf(settings);
  return (
    place &&
    Object.freeze({
      place,
      passphrase: settings.BACKUP_PASSPHRASE,
      keep: settings.BACKUP_TO_KEEP,
      everyMs: settings.BACKUP_EVERY ?? DAY_MS,
    })
  );
}

export type RemoteBackups = NonNullable<ReturnType<typeof remoteBackupsOf>>;

/** Messages show it, so it has no keys. */
export function describePlace(place: BackupPlace): string {
  if ('folder' in place) return place.folder;
  return `s3://${place.s3.bucket}/${place.s3.prefix}`.replace(/\/$/, '');
}
