/** The package has no types of its own. */
declare module '@20minutes/s3rver' {
  type Context = { path: string; state: { vhost?: boolean }; mountPath?: string };
  type Middleware = (context: Context, next: () => Promise<void>) => Promise<void>;
  export default class S3rver {
    constructor(options: { directory: string; silent: boolean });
    middleware: Middleware[];
    callback(): import('node:http').RequestListener;
    logger: { exceptions: { unhandle(): void }; close(): void };
  }
}
