/**
 * Where the sources of pages name CSS classes. In scripts a class stands as text
 *
 * in what is called `className` or ends so (`fitClassNames`): attribute, property, constant; in the selector that
 * `querySelector(All)`, `closest` or `matches` is called with.
 *
 * Nothing else is taken for a class, and what cannot be read in these places is an error: the build shortens every name
 * (P81).
 */
import { parseSync } from 'oxc-parser';
import postcss from 'postcss';
import parseSelectors from 'postcss-selector-parser';
import { childrenOf, type SyntaxNode } from './syntax-tree.ts';

const holdsClasses = (name: string | undefined): boolean => /^(?:.*C|c)lassNames?$/.test(name ?? '');
const askers = new Set(['querySelector', 'querySelectorAll', 'closest', 'matches']);

/** One class at its place in a source: given to elements, or asked for by a selector. */
export interface ClassPlace {
  name: string;
  start: number;
  end: number;
  isGiven: boolean;
}

class Places {
  readonly found: ClassPlace[] = [];
  readonly #source: string;
  readonly #path: string;

  constructor(source: string, path: string) {
    this.#source = source;
    this.#path = path;
  }

  #fail(node: Pick<SyntaxNode, 'start'>, why: string): never {
    throw new Error(`${this.#path}:${this.#source.slice(0, node.start).split('\n').length}: ${why}`);
  }

  /** Names within a piece of text; one that only begins or ends there cannot be known. */
  #names({ start, end }: { start: number; end: number }, isJoined: { before: boolean; after: boolean }): void {
    const text = this.#source.slice(start, end);
    if (isJoined.before && /^[^\s]/.test(text)) this.#fail({ start }, 'a class begins in another text');
    if (isJoined.after && /[^\s]$/.test(text)) this.#fail({ start }, 'a class ends in another text');
    for (const { 0: name, index } of text.matchAll(/\S+/g))
      this.found.push({ name, start: start + index, end: start + index + name.length, isGiven: true });
  }

  /** What may stand where classes are named. */
  #given(node: SyntaxNode | null | undefined): void {
    switch (node?.type) {
      case 'Literal':
        if (typeof node.value === 'string')
          this.#names({ start: node.start + 1, end: node.end - 1 }, { before: false, after: false });
        return;
      case 'TemplateLiteral':
        // A piece of a template begins with the sign before it, a backtick or a brace.
        for (const [index, { start, value }] of node.quasis.entries())
          this.#names(
            { start: start + 1, end: start + 1 + value.raw.length },
            { before: index > 0, after: index < node.expressions.length },
          );
        for (const each of node.expressions) this.#given(each);
        return;
      case 'ConditionalExpression':
        this.#given(node.consequent);
        this.#given(node.alternate);
        return;
      case 'LogicalExpression':
        if (node.operator !== '&&') this.#given(node.left);
        this.#given(node.right);
        return;
      case 'JSXExpressionContainer':
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
        this.#given(node.expression);
        return;
      case 'ObjectExpression':
        for (const { value } of node.properties) this.#given(value);
        return;
      case 'ArrayExpression':
        for (const each of node.elements) this.#given(each);
        return;
      case 'AssignmentPattern':
        this.#given(node.right);
        return;
      case 'Identifier':
        if (node.name !== 'undefined' && !holdsClasses(node.name))
          this.#fail(node, `${node.name} is no name for classes: className, …ClassName(s)`);
        return;
      case 'MemberExpression':
        if (!holdsClasses(node.property.name)) this.#given(node.object);
        return;
      default:
        if (node) this.#fail(node, 'what classes this names cannot be read');
    }
  }

  #asked(node: SyntaxNode): void {
    if (!/^(Literal|TemplateLiteral)$/.test(node.type))
      this.#fail(node, 'a selector stands as text where it is asked for');
    const text = this.#source.slice(node.start, node.end);
    for (const { 1: name, index } of text.matchAll(/\[[^\]]*\]|\.([a-zA-Z][\w-]*)/g)) {
      const start = node.start + index + 1;
      if (name) this.found.push({ name, start, end: start + name.length, isGiven: false });
    }
  }

  visit(node: SyntaxNode): void {
    if (node.type.startsWith('TS') && node.type.endsWith('Declaration')) return;
    if (node.type === 'JSXAttribute' && holdsClasses(node.name.name)) this.#given(node.value);
    if (node.type === 'Property' && holdsClasses(node.key.name) && node.value.type !== 'Identifier')
      this.#given(node.value);
    if (node.type === 'VariableDeclarator' && holdsClasses(node.id.name)) this.#given(node.init);
    if (node.type === 'AssignmentExpression' && holdsClasses(node.left.property?.name)) this.#given(node.right);
    if (node.type === 'CallExpression' && askers.has(node.callee.property?.name)) this.#asked(node.arguments[0]);
    for (const parameter of node.params ?? [])
      if (holdsClasses(parameter.name)) this.#fail(parameter, 'classes are handed over by name, not by place');
    for (const child of childrenOf(node)) this.visit(child);
  }
}

/**
 * Classes that a script names, each with its place and whether it is given to elements or only asked for.
 *
 * @throws an Error with file and line for a class that only runs would know.
 */
export function classesInScript(source: string, path: string): ClassPlace[] {
  const { program, errors } = parseSync(path, source);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const places = new Places(source, path);
  places.visit(program as SyntaxNode);
  return places.found.sort((a, b) => a.start - b.start);
}

/** The script with other names for its classes. @param places where {@link classesInScript} has found them */
export function renameInScript(
  source: string,
  places: readonly ClassPlace[],
  rename: (name: string, isGiven: boolean) => string,
): string {
  let end = 0;
  let renamed = '';
  for (const place of places) {
    renamed += source.slice(end, place.start) + rename(place.name, place.isGiven);
    end = place.end;
  }
  return renamed + source.slice(end);
}

/** The style sheet with other names for its classes. */
export function renameInSheet(css: string, rename: (name: string) => string): string {
  const renaming = parseSelectors((selectors) => {
    selectors.walkClasses((each) => {
      each.value = rename(each.value);
    });
  });
  const sheet = postcss.parse(css);
  sheet.walkRules((rule) => {
    const { parent } = rule;
    if (!(parent?.type === 'atrule' && 'name' in parent && parent.name === 'keyframes'))
      rule.selector = renaming.processSync(rule.selector);
  });
  return String(sheet);
}
