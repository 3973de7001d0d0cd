// Generates src/api/schema.d.ts from the checked-in docs/api/openapi.json.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const document = join(root, '..', 'docs', 'api', 'openapi.json');
if (!existsSync(document)) {
  console.log('docs/api/openapi.json is not there: src/api/schema.d.ts stays as it is.');
  process.exit(0);
}
const { status, error } = spawnSync(
  join(root, 'node_modules', '.bin', 'openapi-typescript'), [document, '-o', join(root, 'src', 'api', 'schema.d.ts')],
  { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
);
if (error) console.error(error.message);
process.exit(status ?? 1);
