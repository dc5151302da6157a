import { readFileSync } from 'node:fs';

type LockedPackage = {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
};

export type NamedPackage = LockedPackage & { readonly name: string };

const ROOT = new URL('../', import.meta.url);

/** Everything that `npm ci` may install, on any platform. */
export function readPackages(root: string | URL = ROOT): readonly NamedPackage[] {
  const file =
    root instanceof URL ? new URL('package-lock.json', root) : `${root}/package-lock.json`;
  const lock = JSON.parse(readFileSync(file, 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  return Object.entries(lock.packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, locked]) => ({ name: path.split('node_modules/').at(-1) ?? '', ...locked }));
}

export function productionPackages(packages: readonly NamedPackage[]): readonly NamedPackage[] {
  return packages.filter(({ dev }) => !dev);
}

export function formatLicences(packages: readonly NamedPackage[]): string {
  const byLicence = Map.groupBy(
    productionPackages(packages),
    ({ license }) => license ?? 'none stated',
  );
  const sections = [...byLicence]
    .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([licence, licensed]) => {
      const names = licensed.map(({ name, version }) => `${name} ${version}`);
      const sorted = [...new Set(names)].toSorted((a, b) => a.localeCompare(b, 'en'));
      return `## ${licence}\n\n${sorted.map((name) => `- ${name}`).join('\n')}\n`;
    });
  return `# Licences

What runs beside our own code (MIT), as the lock file names it, for every kind of machine; written
by \`npm run licences\`. The fonts in \`web/app/fonts/\` and \`api/src/social/fonts/\` are under the SIL Open
Font License.

${sections.join('\n')}`;
}
