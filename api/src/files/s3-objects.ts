import type { S3Client } from '@aws-sdk/client-s3';
import { explainStartFailure, isMissing, toStoreError } from './s3-failures.ts';

export type S3Settings = {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Empty, or ends with a slash. */
  readonly prefix: string;
};

type S3Library = typeof import('@aws-sdk/client-s3');
type S3Object = { readonly key: string; readonly size: number; readonly modified: Date };

const TRIED_AT_MOST = 3;
const CONNECT_WITHIN_MS = 3_000;
const SILENT_AT_MOST_MS = 5_000;
/** An upload over a slow line. */
const DONE_WITHIN_MS = 120_000;

/** Loaded when it is first needed: it takes some 35 MB. */
const loadLibrary = () => import('@aws-sdk/client-s3');

function createClient({ S3Client }: S3Library, settings: S3Settings): S3Client {
  return new S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    credentials: { accessKeyId: settings.accessKey, secretAccessKey: settings.secretKey },
    // What every store understands: names of buckets as hosts, and checksums, are Amazon's own.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: TRIED_AT_MOST,
    requestHandler: {
      connectionTimeout: CONNECT_WITHIN_MS,
      socketTimeout: SILENT_AT_MOST_MS,
      requestTimeout: DONE_WITHIN_MS,
      throwOnRequestTimeout: true,
    },
  });
}

function contentTypeOf(key: string): string {
  const extension = key.slice(key.lastIndexOf('.') + 1);
  return `image/${extension === 'jpg' ? 'jpeg' : extension}`;
}

/** The objects of one bucket, with failures in our words. */
export function createS3Objects(settings: S3Settings) {
  const { bucket: Bucket, region } = settings;
  let opened: Promise<{ library: S3Library; client: S3Client }> | undefined;

  async function open() {
    const library = await loadLibrary();
    return { library, client: createClient(library, settings) };
  }

  function send<Answer>(
    task: (client: S3Client, library: S3Library) => Promise<Answer>,
  ): Promise<Answer> {
    opened ??= open();
    return opened.then(({ client, library }) => task(client, library));
  }

  async function ask<Answer>(task: Parameters<typeof send<Answer>>[0]): Promise<Answer> {
    return send(task).catch((error) => {
      throw toStoreError(error);
    });
  }

  /** Undefined where there is no such object. */
  async function askForOne<Answer>(
    task: Parameters<typeof send<Answer>>[0],
  ): Promise<Answer | undefined> {
    return send(task).catch((error) => {
      if (isMissing(error)) return undefined;
      throw toStoreError(error);
    });
  }

  async function createBucket(): Promise<void> {
    const elsewhere = { LocationConstraint: region as never };
    const more = region === 'us-east-1' ? {} : { CreateBucketConfiguration: elsewhere };
    await send((client, { CreateBucketCommand }) =>
      client.send(new CreateBucketCommand({ Bucket, ...more })),
    ).catch((error: Error) => {
      // Another instance starts just now.
      if (error.name !== 'BucketAlreadyOwnedByYou')
        throw explainStartFailure(error, settings, 'create');
    });
  }

  return {
    async get(Key: string): Promise<Buffer | undefined> {
      return askForOne(async (client, { GetObjectCommand }) => {
        const { Body, ContentLength } = await client.send(new GetObjectCommand({ Bucket, Key }));
        const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
        if (ContentLength !== undefined && bytes.length !== ContentLength)
          throw new Error('the answer was cut off');
        return bytes;
      });
    },

    async head(Key: string): Promise<S3Object | undefined> {
      const found = await askForOne((client, { HeadObjectCommand }) =>
        client.send(new HeadObjectCommand({ Bucket, Key })),
      );
      const { ContentLength: size = 0, LastModified: modified = new Date() } = found ?? {};
      return found && { key: Key, size, modified };
    },

    async put(Key: string, Body: Buffer): Promise<void> {
      await ask((client, { PutObjectCommand }) =>
        client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType: contentTypeOf(Key) })),
      );
    },

    async delete(Key: string): Promise<void> {
      await askForOne((client, { DeleteObjectCommand }) =>
        client.send(new DeleteObjectCommand({ Bucket, Key })),
      );
    },

    async *list(Prefix: string, isDeep: boolean): AsyncGenerator<S3Object> {
      const wanted = { Bucket, Prefix, ...(!isDeep && { Delimiter: '/' }) };
      for (let ContinuationToken: string | undefined; ; ) {
        const page = await ask((client, { ListObjectsV2Command }) =>
          client.send(new ListObjectsV2Command({ ...wanted, ContinuationToken })),
        );
        for (const { Key, Size = 0, LastModified = new Date() } of page.Contents ?? [])
          if (Key) yield { key: Key, size: Size, modified: LastModified };
        ContinuationToken = page.NextContinuationToken;
        if (!ContinuationToken) return;
      }
    },

    /** The bucket, which is made where it is missing. */
    async prepareBucket(): Promise<void> {
      await send((client, { HeadBucketCommand }) =>
        client.send(new HeadBucketCommand({ Bucket })),
      ).catch((error) => {
        if (!isMissing(error)) throw explainStartFailure(error, settings, 'use');
        return createBucket();
      });
    },
  };
}
