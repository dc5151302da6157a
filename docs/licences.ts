import { writeFileSync } from 'node:fs';
import { readSupply, writeLicences } from './supply.ts';

writeFileSync(new URL('licences.md', import.meta.url), writeLicences(readSupply()));
