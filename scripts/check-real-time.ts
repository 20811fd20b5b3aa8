/**
 * `npm run real-time`: tests and code of the server that read the machine's clock or wait in real time. They receive a
 * `Clock`; `real-time.json` names the files that may not do without, or folders (`server/demo/`), each with its reason.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { isTest, sources } from './imports.ts';
import { root } from './lib-run.ts';
import { childrenOf, type SyntaxNode } from './syntax-tree.ts';

const timers = new Set(['setTimeout', 'setInterval']);
const clocks = new Set(['Date.now', 'performance.now', 'process.hrtime']);
const globals = /^(?:globalThis|window)\./;

/** A use of real time; null for all else. */
function kindOf(node: SyntaxNode): string | null {
  switch (node.type) {
    case 'CallExpression': {
      const name = nameOf(node.callee).replace(globals, '');
      return timers.has(name) || name.endsWith('.waitForTimeout') ? name : null;
    }
    case 'MemberExpression': {
      const name = nameOf(node).replace(globals, '');
      return clocks.has(name) ? name : null;
    }
    case 'NewExpression':
      return nameOf(node.callee) === 'Date' && node.arguments.length === 0 ? 'new Date()' : null;
    case 'ImportDeclaration': {
      const names: string[] = node.specifiers.map((each: SyntaxNode) => each.imported?.name ?? each.local.name);
      if (/^(?:node:)?timers(?:\/promises)?$/.test(node.source.value))
        return names.every((name) => name === 'setImmediate') ? null : node.source.value;
      return names.includes('systemClock') ? 'systemClock' : null;
    }
    default:
      return null;
  }
}

/** `a`, `a.b` as it is written; empty for what is neither. */
const nameOf = (node: SyntaxNode): string =>
  node.type === 'Identifier'
    ? node.name
    : node.type === 'MemberExpression' && !node.computed
      ? `${nameOf(node.object)}.${node.property.name}`
      : '';

/** Uses of real time in a source, each with its line. */
export function realTimeIn(path: string, source: string): string[] {
  const waiting: SyntaxNode[] = [parseSync(path, source).program as unknown as SyntaxNode];
  const found: { start: number; use: string }[] = [];
  for (const node of waiting) {
    const use = kindOf(node);
    if (use) found.push({ start: node.start, use });
    waiting.push(...childrenOf(node));
  }
  return found
    .sort((one, other) => one.start - other.start)
    .map(({ start, use }) => `${path}:${source.slice(0, start).split('\n').length}: ${use}`);
}

/**
 * Uses that no exception covers, and exceptions that cover none.
 * @param exceptions reasons by file, or by folder with a slash at its end
 */
export function realTimeErrors(files: ReadonlyMap<string, string>, exceptions: Readonly<Record<string, string>>) {
  const needed = new Set<string>();
  const errors: string[] = [];
  for (const [path, source] of files) {
    const isLookedAt = isTest(path) || (path.startsWith('server/') && !path.startsWith('server/clock/'));
    const uses = isLookedAt ? realTimeIn(path, source) : [];
    const exception = Object.keys(exceptions).find(
      (each) => path === each || (each.endsWith('/') && path.startsWith(each)),
    );
    if (exception === undefined) errors.push(...uses);
    else if (uses.length > 0) needed.add(exception);
  }
  for (const each of Object.keys(exceptions)) if (!needed.has(each)) errors.push(`${each}: needs no exception`);
  return errors;
}

if (import.meta.main) {
  const paths = ['server', 'views', 'client', 'scripts', 'test'].flatMap((folder) => [...sources(root, folder)]);
  const exceptions = JSON.parse(readFileSync(join(root, 'scripts/real-time.json'), 'utf8'));
  const errors = realTimeErrors(
    new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')])),
    exceptions,
  );
  for (const line of errors) console.error(line);
  console.log(`${Object.keys(exceptions).length} exceptions of real time`);
  process.exitCode = errors.length > 0 ? 1 : 0;
}
