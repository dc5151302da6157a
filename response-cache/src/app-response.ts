import { type IncomingMessage, ServerResponse } from 'node:http';

/** The HTTP server uses this response class (`http.createServer({ ServerResponse })`). */
export class AppResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  onHead: (() => void) | undefined = undefined;
  isRaw = false;

  override writeHead(...args: [status: number, ...unknown[]]): this {
    this.onHead?.();
    // Node calls writeHead before the first write; a raw response already contains its head.
    if (this.isRaw) return this;
    return super.writeHead(...(args as Parameters<ServerResponse['writeHead']>));
  }

  /**
   * Sends bytes that begin with the status line and headers. It bypasses `write` and `end`, which would be more than a
   * third of the work for a cached response. Node waits for the `finish` event before it continues with the connection.
   * Returns whether the bytes may change again.
   */
  endRaw(head: Buffer | string, body?: Buffer): boolean {
    const { socket } = this;
    if (socket === null) {
      this.queueRaw(head, body);
      return false;
    }
    if (!socket.writable) return true;
    this.finished = true;
    if (body === undefined) socket.write(head, 'latin1');
    else {
      socket.cork();
      socket.write(head, 'latin1');
      socket.write(body);
      socket.uncork();
    }
    const isSent = socket.writableLength === 0;
    if (isSent) this.emit('finish');
    else
      socket.write('', (error) => {
        if (!error) this.emit('finish');
      });
    return isSent;
  }

  /** Node sends the response to a pipelined request after those before it. */
  private queueRaw(head: Buffer | string, body?: Buffer): void {
    this.isRaw = true;
    if (body) this.write(head, 'latin1');
    this.end(body ?? head, 'latin1');
  }
}
