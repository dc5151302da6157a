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

type NamedPackage = LockedPackage & { readonly name: string };

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

/** Everything that `npm ci` may install, on any platform. */
export function readPackages(): readonly NamedPackage[] {
  const lock = JSON.parse(read('package-lock.json')) as {
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
