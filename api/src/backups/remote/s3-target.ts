import type { Readable } from 'node:stream';
import { explainRefusal, isMissing } from '../../files/s3-failures.ts';
import { createSender, listObjects, type S3Settings } from '../../files/s3-objects.ts';
import { type Bytes, cutIntoChunks } from './chunks.ts';
import type { BackupTarget } from './target.ts';

/** A store takes 10,000 parts, so a backup can have 80 GB. Each part is in memory while it is sent. */
const PART_BYTES = 8 * 1024 * 1024;

/** Longer than for pictures, where somebody waits, because a slow connection must be enough. */
const TIMEOUTS = { connectMs: 10_000, socketMs: 60_000, requestMs: 600_000 };

export function createS3Target(settings: S3Settings): BackupTarget {
  const { bucket: Bucket, prefix } = settings;
  const send = createSender(settings, TIMEOUTS);

  async function putWhole(Key: string, Body: Buffer): Promise<void> {
    await send((client, { PutObjectCommand }) =>
      client.send(new PutObjectCommand({ Bucket, Key, Body })),
    );
  }

  function abort(Key: string, UploadId: string | undefined): Promise<unknown> {
    return send((client, { AbortMultipartUploadCommand }) =>
      client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })),
    );
  }

  /** The object appears when the last part is there. */
  async function putInParts(Key: string, parts: AsyncIterable<Buffer>): Promise<void> {
    const { UploadId } = await send((client, { CreateMultipartUploadCommand }) =>
      client.send(new CreateMultipartUploadCommand({ Bucket, Key })),
    );
    const upload = { Bucket, Key, UploadId };
    const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
    try {
      for await (const Body of parts) {
        const PartNumber = Parts.length + 1;
        const { ETag } = await send((client, { UploadPartCommand }) =>
          client.send(new UploadPartCommand({ ...upload, PartNumber, Body })),
        );
        Parts.push({ PartNumber, ETag });
      }
      await send((client, { CompleteMultipartUploadCommand }) =>
        client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } })),
      );
    } catch (error) {
      await abort(Key, UploadId).catch(() => {});
      throw error;
    }
  }

  async function put(name: string, content: Bytes): Promise<void> {
    const parts = cutIntoChunks(content, PART_BYTES);
    const first = await parts.next();
    if (first.done || first.value.isLast)
      return putWhole(prefix + name, first.value?.bytes ?? Buffer.alloc(0));
    const { bytes } = first.value;
    async function* all() {
      yield bytes;
      for await (const part of parts) yield part.bytes;
    }
    return putInParts(prefix + name, all());
  }

  return {
    async check() {
      await listObjects(send, { Bucket, Prefix: prefix }).next();
    },

    put,

    async read(name) {
      const { Body } = await send((client, { GetObjectCommand }) =>
        client.send(new GetObjectCommand({ Bucket, Key: prefix + name })),
      );
      return Body as Readable;
    },

    list: () =>
      Array.fromAsync(listObjects(send, { Bucket, Prefix: prefix }), ({ key, ...file }) => ({
        ...file,
        name: key.slice(prefix.length),
      })),

    async remove(name) {
      await send((client, { DeleteObjectCommand }) =>
        client.send(new DeleteObjectCommand({ Bucket, Key: prefix + name })),
      ).catch((error) => {
        if (!isMissing(error)) throw error;
      });
    },

    async removeUnfinished(isAbandoned) {
      const { Uploads = [] } = await send((client, { ListMultipartUploadsCommand }) =>
        client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: prefix })),
      );
      for (const { Key = '', UploadId, Initiated: modified = new Date() } of Uploads)
        if (isAbandoned({ name: Key.slice(prefix.length), size: 0, modified }))
          await abort(Key, UploadId);
    },

    explain: (error) => explainRefusal(error, settings),
  };
}
