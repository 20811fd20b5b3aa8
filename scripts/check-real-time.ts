/**
 * `npm run real-time`: finds tests and code of the server that read the machine's clock or wait in real time, instead
 * of using a `Clock`. `real-time.json` has the excepted files and folders (`server/demo/`), each with its reason.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Expression, type MemberExpression, parseSync, Visitor } from 'oxc-parser';
import { isTest, sources } from './imports.ts';
import { root } from './lib-run.ts';

const timers = new Set(['setTimeout', 'setInterval']);
const clocks = new Set(['Date.now', 'performance.now', 'process.hrtime']);

/** The name `a` or `a.b`, without a global object in front; empty for any other expression. */
const nameOf = (expression: Expression): string =>
  expression.type === 'Identifier' ? expression.name : isPlain(expression) ? memberName(expression) : '';
const isPlain = (expression: Expression): expression is MemberExpression =>
  expression.type === 'MemberExpression' && !expression.computed;
const memberName = ({ object, property }: MemberExpression): string =>
  property.type === 'Identifier' ? `${nameOf(object)}.${property.name}`.replace(/^(?:globalThis|window)\./, '') : '';

/** Uses of real time in a source, with their lines. */
export function realTimeIn(path: string, source: string): string[] {
  const found: string[] = [];
  const note = (use: string, { start }: { start: number }): void =>
    void found.push(`${path}:${source.slice(0, start).split('\n').length}: ${use}`);
  const visitor = new Visitor({
    CallExpression(call) {
      const name = nameOf(call.callee);
      if (timers.has(name) || name.endsWith('.waitForTimeout')) note(name, call);
    },
    MemberExpression(member) {
      if (!member.computed && clocks.has(memberName(member))) note(memberName(member), member);
    },
    NewExpression(made) {
      if (nameOf(made.callee) === 'Date' && made.arguments.length === 0) note('new Date()', made);
    },
    ImportDeclaration(declared) {
      const from = declared.source.value;
      const names = declared.specifiers.map((each) =>
        each.type === 'ImportSpecifier' && each.imported.type === 'Identifier' ? each.imported.name : each.local.name,
      );
      if (/^(?:node:)?timers(?:\/promises)?$/.test(from)) {
        if (names.some((name) => name !== 'setImmediate')) note(from, declared);
      } else if (names.includes('systemClock')) note('systemClock', declared);
    },
  });
  visitor.visit(parseSync(path, source).program);
  return found;
}

/**
 * Finds uses without an exception, and exceptions without a use.
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
