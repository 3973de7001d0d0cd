// Builds the pages for the reactor: installs packages when the lock file changed, builds when an
// input changed. Nothing changed: ends at once.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const inputs = ['src', 'public', 'index.html', 'package-lock.json', 'tsconfig.json', 'vite.config.ts'];
const stamp = join(root, 'dist', '.stamp');

function npm(...args) {
  const { status, error } = spawnSync('npm', args, { cwd: root, stdio: 'inherit' });
  if (error) {
    console.error(`npm could not be started (${error.message}). Install Node.js 20.19 or newer.`);
    process.exit(2);
  }
  if (status !== 0) process.exit(status ?? 1);
}

function files(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path).sort().flatMap((name) => files(join(path, name)));
}

function digest(paths) {
  const hash = createHash('sha256').update(process.version);
  for (const file of paths.flatMap((path) => files(join(root, path)))) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function holds(file, content) {
  return existsSync(file) && readFileSync(file, 'utf8') === content;
}

const lock = digest(['package-lock.json']);
const lockStamp = join(root, 'node_modules', '.lock-stamp');
if (!holds(lockStamp, lock)) {
  npm('ci', '--include=dev');
  writeFileSync(lockStamp, lock);
}
const sources = digest(inputs);
if (!holds(stamp, sources)) {
  npm('run', 'build');
  writeFileSync(stamp, sources);
}
