import { type IncomingMessage, ServerResponse } from 'node:http';

/** A response of our own server, which `http.createServer` makes for every request. */
export class AppResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  /** Called when the response begins. */
  onHead: (() => void) | undefined = undefined;
  isRaw = false;

  override writeHead(...args: [status: number, ...unknown[]]): this {
    this.onHead?.();
    // Node asks for a head before it writes anything: here it is among the bytes.
    if (this.isRaw) return this;
    return super.writeHead(...(args as Parameters<ServerResponse['writeHead']>));
  }

  /**
   * Sends bytes that begin with the status line and headers. To write and check the same headers anew
   * for each request is a third of the work of a cached response.
   */
  endRaw(head: Buffer | string, body?: Buffer): void {
    this.isRaw = true;
    if (body) this.write(head, 'latin1');
    this.end(body ?? head, 'latin1');
  }
}
