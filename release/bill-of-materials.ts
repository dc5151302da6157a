import { type NamedPackage, productionPackages } from '../docs/locked-packages.ts';

/** `@scope/name` is written with %40 in a package URL. */
function packageUrl({ name, version }: NamedPackage): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/** The lock file has the hash in base64, after its algorithm. */
function hashesOf({ integrity = '' }: NamedPackage) {
  const content = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
  return [{ alg: 'SHA-512', content }];
}

function componentOf(locked: NamedPackage) {
  const { name, version, license } = locked;
  return {
    type: 'library',
    'bom-ref': packageUrl(locked),
    name,
    version,
    purl: packageUrl(locked),
    hashes: hashesOf(locked),
    ...(license && { licenses: [{ expression: license }] }),
  };
}

type Product = { readonly version: string; readonly date: string };

/**
 * What `npm ci --omit=dev` installs, as CycloneDX. Not by `npm sbom`, which refuses workspaces without a
 * version, and leaves out packages that a workspace and a tool share.
 */
export function billOfMaterials(packages: readonly NamedPackage[], { version, date }: Product) {
  const components = productionPackages(packages).map(componentOf);
  const byReference = new Map(components.map((component) => [component['bom-ref'], component]));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: date,
      component: { type: 'application', 'bom-ref': 'longhand', name: 'longhand', version },
    },
    components: [...byReference.values()],
  };
}
