import { z } from 'zod';

export const bucket = z.string().regex(/^[A-Za-z0-9][\w.-]{1,61}[A-Za-z0-9]$/);
export const prefix = z
  .string()
  .regex(/^(?!\.{1,2}(\/|$))[\w.-]+(\/(?!\.{1,2}(\/|$))[\w.-]+)*\/?$/)
  .max(200)
  .transform((value) => value.replace(/\/?$/, '/'));

const S3_REQUIRED = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const;

type Settings = {
  readonly [Name in (typeof S3_REQUIRED)[number] | 'S3_PREFIX']?: string | undefined;
} & { readonly S3_REGION: string };

export function findMissingS3Settings(env: Readonly<Record<string, string | undefined>>): string[] {
  if (![...S3_REQUIRED, 'S3_PREFIX'].some((name) => env[name])) return [];
  return S3_REQUIRED.filter((name) => !env[name]).map(
    (name) => `${name} is missing: ${S3_REQUIRED.join(', ')} must be set together, or not at all.`,
  );
}

/** Undefined if files are stored on the local disk. */
export function objectStoreOf(settings: Settings) {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket } = settings;
  const { S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = settings;
  if (!endpoint || !bucket || !accessKey || !secretKey) return undefined;
  const { S3_REGION: region, S3_PREFIX: prefix = '' } = settings;
  return Object.freeze({ endpoint, bucket, region, accessKey, secretKey, prefix });
}
