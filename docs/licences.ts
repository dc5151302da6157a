import { writeFileSync } from 'node:fs';
import { formatLicences, readPackages } from './locked-packages.ts';

writeFileSync(new URL('licences.md', import.meta.url), formatLicences(readPackages()));
