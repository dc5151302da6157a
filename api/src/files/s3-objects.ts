import type { S3Client } from '@aws-sdk/client-s3';
import { explainStartFailure, isMissing, toStoreError } from './s3-failures.ts';

export type S3Settings = {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** It is empty or ends with a slash. */
  readonly prefix: string;
};

type S3Library = typeof import('@aws-sdk/client-s3');
type Task<Result> = (client: S3Client, library: S3Library) => Promise<Result>;
type S3Object = { readonly key: string; readonly size: number; readonly modified: Date };

const MAX_ATTEMPTS = 3;
/** An upload over a slow connection takes less. */
const TIMEOUTS = { connectMs: 3_000, socketMs: 5_000, requestMs: 120_000 };
type Timeouts = typeof TIMEOUTS;

/** Loaded on first use, because it takes about 35 MB of memory. */
const loadLibrary = () => import('@aws-sdk/client-s3');

function createClient(
  { S3Client }: S3Library,
  settings: S3Settings,
  { connectMs, socketMs, requestMs }: Timeouts,
): S3Client {
  return new S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    credentials: { accessKeyId: settings.accessKey, secretAccessKey: settings.secretKey },
    // Other stores than Amazon's support neither bucket names as host names nor default checksums.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: {
      connectionTimeout: connectMs,
      socketTimeout: socketMs,
      requestTimeout: requestMs,
      throwOnRequestTimeout: true,
    },
  });
}

function contentTypeOf(key: string): string {
  const extension = key.slice(key.lastIndexOf('.') + 1);
  if (extension === 'part') return 'application/octet-stream';
  return `image/${extension === 'jpg' ? 'jpeg' : extension}`;
}

export function createSender(settings: S3Settings, timeouts = TIMEOUTS) {
  let connection: Promise<{ library: S3Library; client: S3Client }> | undefined;

  async function connect() {
    const library = await loadLibrary();
    return { library, client: createClient(library, settings, timeouts) };
  }

  return function send<Result>(task: Task<Result>): Promise<Result> {
    connection ??= connect();
    return connection.then(({ client, library }) => task(client, library));
  };
}

type Send = ReturnType<typeof createSender>;
type ListQuery = { readonly Bucket: string; readonly Prefix: string; readonly Delimiter?: string };

export async function* listObjects(send: Send, query: ListQuery): AsyncGenerator<S3Object> {
  for (let ContinuationToken: string | undefined; ; ) {
    const page = await send((client, { ListObjectsV2Command }) =>
      client.send(new ListObjectsV2Command({ ...query, ContinuationToken })),
    );
    for (const { Key, Size = 0, LastModified = new Date() } of page.Contents ?? [])
      if (Key) yield { key: Key, size: Size, modified: LastModified };
    ContinuationToken = page.NextContinuationToken;
    if (!ContinuationToken) return;
  }
}

async function createBucket(send: Send, settings: S3Settings): Promise<void> {
  const { bucket: Bucket, region } = settings;
  const CreateBucketConfiguration = { LocationConstraint: region as never };
  // Amazon refuses a location constraint for its default region.
  const options = region === 'us-east-1' ? {} : { CreateBucketConfiguration };
  await send((client, { CreateBucketCommand }) =>
    client.send(new CreateBucketCommand({ Bucket, ...options })),
  ).catch((error: Error) => {
    // Another instance that starts at the same time may have created it.
    if (error.name !== 'BucketAlreadyOwnedByYou')
      throw explainStartFailure(error, settings, 'create');
  });
}

/** Failed requests throw `FileStoreError`. */
export function createS3Objects(settings: S3Settings) {
  const { bucket: Bucket } = settings;
  const send = createSender(settings);

  async function request<Result>(task: Task<Result>): Promise<Result> {
    return send(task).catch((error) => {
      throw toStoreError(error);
    });
  }

  async function requestIfExists<Result>(task: Task<Result>): Promise<Result | undefined> {
    return send(task).catch((error) => {
      if (isMissing(error)) return undefined;
      throw toStoreError(error);
    });
  }

  return {
    async get(Key: string): Promise<Buffer | undefined> {
      return requestIfExists(async (client, { GetObjectCommand }) => {
        const { Body, ContentLength } = await client.send(new GetObjectCommand({ Bucket, Key }));
        const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
        if (ContentLength !== undefined && bytes.length !== ContentLength)
          throw new Error('the response was cut off');
        return bytes;
      });
    },

    async head(Key: string): Promise<S3Object | undefined> {
      const object = await requestIfExists((client, { HeadObjectCommand }) =>
        client.send(new HeadObjectCommand({ Bucket, Key })),
      );
      const { ContentLength: size = 0, LastModified: modified = new Date() } = object ?? {};
      return object && { key: Key, size, modified };
    },

    async put(Key: string, Body: Buffer): Promise<void> {
      await request((client, { PutObjectCommand }) =>
        client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType: contentTypeOf(Key) })),
      );
    },

    async delete(Key: string): Promise<void> {
      await requestIfExists((client, { DeleteObjectCommand }) =>
        client.send(new DeleteObjectCommand({ Bucket, Key })),
      );
    },

    list: (Prefix: string, isDeep: boolean): AsyncGenerator<S3Object> =>
      listObjects(request, { Bucket, Prefix, ...(!isDeep && { Delimiter: '/' }) }),

    /** Creates the bucket if it does not exist. */
    async prepareBucket(): Promise<void> {
      await send((client, { HeadBucketCommand }) =>
        client.send(new HeadBucketCommand({ Bucket })),
      ).catch((error) => {
        if (!isMissing(error)) throw explainStartFailure(error, settings, 'use');
        return createBucket(send, settings);
      });
    },
  };
}
