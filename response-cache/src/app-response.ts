import { type IncomingMessage, ServerResponse } from 'node:http';

/** The response class of the HTTP server (`http.createServer({ ServerResponse })`). */
export class AppResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  /** Called when the response begins. */
  onHead: (() => void) | undefined = undefined;
  isRaw = false;

  override writeHead(...args: [status: number, ...unknown[]]): this {
    this.onHead?.();
    // Node calls writeHead before the first write; a raw response already contains its head.
    if (this.isRaw) return this;
    return super.writeHead(...(args as Parameters<ServerResponse['writeHead']>));
  }

  /**
   * Sends bytes that begin with the status line and headers. Formatting and validating the same
   * headers for each request would be a third of the work for a cached response.
   */
  endRaw(head: Buffer | string, body?: Buffer): void {
    this.isRaw = true;
    if (body) this.write(head, 'latin1');
    this.end(body ?? head, 'latin1');
  }
}
