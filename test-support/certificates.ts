import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' });

type SignedCertificate = { readonly certificate: string; readonly key: string };

/** A certificate authority for the tests of one file. */
export function createAuthority(name: string) {
  const folder = mkdtempSync(join(tmpdir(), 'longhand-certificates-'));
  chmodSync(folder, 0o755);
  const [certificate, key] = [join(folder, 'ca.pem'), join(folder, 'ca.key')];
  const request = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl('req', '-x509', ...request, '-subj', `/CN=${name}`, '-keyout', key, '-out', certificate);
  return {
    folder,
    certificate,
    sign(subject: string): SignedCertificate {
      const file = (extension: string) => join(folder, `${subject}.${extension}`);
      writeFileSync(file('ext'), `subjectAltName=DNS:${subject}\n`);
      openssl(
        'req',
        ...request,
        '-subj',
        `/CN=${subject}`,
        '-keyout',
        file('key'),
        '-out',
        file('csr'),
      );
      const authority = ['-CA', certificate, '-CAkey', key, '-CAcreateserial'];
      openssl(
        'x509',
        '-req',
        '-in',
        file('csr'),
        ...authority,
        '-extfile',
        file('ext'),
        '-out',
        file('pem'),
      );
      return { certificate: file('pem'), key: file('key') };
    },
  };
}
