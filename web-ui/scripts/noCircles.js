// A rule of the lint: modules do not import each other in a circle. Types alone may; they are gone when it is built.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const SOURCES = join(import.meta.dirname, '..', 'src');
const IMPORT = /^(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm;
const known = new Map();

function fileOf(from, name) {
  const base = name.startsWith('~/') ? join(SOURCES, name.slice(2)) : name.startsWith('.') ? join(dirname(from), name) : undefined;
  if (!base) return undefined;
  return [base, `${base}.ts`, `${base}.tsx`, join(base, 'index.ts')].find((file) => existsSync(file) && statSync(file).isFile());
}

function importsOf(file) {
  if (!known.has(file)) {
    const names = [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, name]) => name);
    known.set(file, names.map((name) => fileOf(file, name)).filter((each) => /\.tsx?$/.test(each ?? '')));
  }
  return known.get(file);
}

/** The shortest way from one module to the other, both included. */
function way(from, to) {
  const cameFrom = new Map([[from, undefined]]);
  for (const file of cameFrom.keys()) {
    if (file === to) {
      const steps = [];
      for (let at = file; at; at = cameFrom.get(at)) steps.unshift(at);
      return steps;
    }
    for (const next of importsOf(file)) if (!cameFrom.has(next)) cameFrom.set(next, file);
  }
  return undefined;
}

export const noCircles = {
  meta: { type: 'problem', schema: [], messages: { circle: 'Imports go in a circle: {{ steps }}' } },
  create: (context) => ({
    ImportDeclaration(node) {
      const target = node.importKind === 'type' ? undefined : fileOf(context.filename, node.source.value);
      const steps = target && /\.tsx?$/.test(target) ? way(target, context.filename) : undefined;
      if (!steps) return;
      context.report({ node, messageId: 'circle', data: { steps: [context.filename, ...steps].map((file) => relative(SOURCES, file)).join(' → ') } });
    },
  }),
};
