import { SMTPServer } from 'smtp-server';

/** Takes mails as fast as they come, and keeps none. */
const server = new SMTPServer({
  authOptional: true,
  hideSTARTTLS: true,
  disableReverseLookup: true,
  onData(stream, _session, done) {
    stream.on('end', done).resume();
  },
});
server.on('error', () => {});
server.listen(Number(process.argv[2]), '127.0.0.1');
