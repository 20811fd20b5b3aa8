import jsep from 'jsep';
import { ofNumbers, ofTexts, type Value } from './functions.js';
import { range } from './geometry.js';
import { f } from './text.js';

export interface Scope {
  /** Values of parameters, quantities and the variables of functions. */
  readonly values: Record<string, Value>;
  /** Measures of the product by their names. */
  readonly given: ReadonlyMap<string, number | string>;
}

/** A part of a shape that each drawing computes. */
export type Expression = (scope: Scope) => Value;

/** A function that a drawing defines. */
export interface OwnFunction {
  readonly parameters: readonly string[];
  readonly body: Expression;
}

export const isTrue = (value: Value): boolean => value !== 0 && value !== '';

function textOf(value: Value, format: (value: number) => string = String): string {
  if (typeof value === 'number') return format(value);
  return typeof value === 'string' ? value : value.map(f).join(' ');
}

function numberOf(value: Value): number {
  if (typeof value !== 'number') throw new TypeError(`expected a number, found ${JSON.stringify(value)}`);
  return value;
}

/** All numbers of a list that may contain lists. */
const flat = (values: readonly Value[]): number[] =>
  values.flatMap((value) => (typeof value === 'object' ? value : [numberOf(value)]));

const arithmetic =
  (apply: (a: number, b: number) => number) =>
  (a: Value, b: Value): number =>
    apply(numberOf(a), numberOf(b));
const operators: Readonly<Record<string, (a: Value, b: Value) => Value>> = {
  or: (a, b) => (isTrue(a) ? a : b),
  and: (a, b) => (isTrue(a) ? b : a),
  '=': (a, b) => Number(a === b),
  '!=': (a, b) => Number(a !== b),
  '<': arithmetic((a, b) => Number(a < b)),
  '>': arithmetic((a, b) => Number(a > b)),
  '+': (a, b) => (typeof a === 'number' && typeof b === 'number' ? a + b : textOf(a) + textOf(b)),
  '-': arithmetic((a, b) => a - b),
  '*': arithmetic((a, b) => a * b),
  '/': arithmetic((a, b) => a / b),
  '%': arithmetic((a, b) => a % b),
};
// The levels of ||, && and ==: operators of a higher level bind their operands first.
for (const [operator, level] of Object.entries({ or: 1, and: 2, '=': 6 })) jsep.addBinaryOp(operator, level);

/**
 * Reads the expressions of a drawing, with the grammar of the package jsep. Besides numbers, names, arithmetic and
 * `condition ? yes : no` there are
 * - `'M{x} {y}h4'`: a text with places for values, which contain no further text,
 * - `[1, 2]` and `places[0]`: a list of numbers, and one of them,
 * - `each(i, 3, …)`, `each(x, [4, 9], …)`: the joined texts or numbers of all turns,
 * - `a = b`, `a != b`, `a and b`, `a or b`: conditions; 0 and an empty text are false,
 * - `given(width)`: whether the product has this measure,
 * - functions of `functions.ts` and of the drawing itself. A list counts as its numbers.
 */
export class Reader {
  /** Names in the expressions. */
  readonly names = new Set<string>();

  constructor(private readonly own: ReadonlyMap<string, OwnFunction>) {}

  /** @throws Error for an expression that has no meaning; the other methods as well */
  one(text: string): Expression {
    return this.#compile(jsep(text));
  }

  /** Reads expressions with commas between. */
  list(text: string): (scope: Scope) => Value[] {
    return this.#values((jsep(`[${text}]`) as jsep.ArrayExpression).elements);
  }

  /** Reads a text with places for values. `format` writes its numbers. */
  text(text: string, format: (value: number) => string): Expression {
    const pieces = text.split(/\{(.*?)\}/).map((piece, i): Expression => (i % 2 ? this.one(piece) : () => piece));
    return (scope) => pieces.reduce((before, piece) => before + textOf(piece(scope), format), '');
  }

  #values(nodes: readonly (jsep.Expression | null)[]): (scope: Scope) => Value[] {
    const expressions = nodes.map((node) => this.#compile(node));
    return (scope) => expressions.map((expression) => expression(scope));
  }

  #compile(node: jsep.Expression | null = null): Expression {
    const tree = node as jsep.CoreExpression | null;
    switch (tree?.type) {
      case 'Literal': {
        const { value } = tree;
        return typeof value === 'number' ? () => value : this.text(String(value), f);
      }
      case 'Identifier': {
        const { name } = tree;
        this.names.add(name);
        return ({ values }) => {
          const found = values[name];
          if (found === undefined) throw new ReferenceError(`${name} has no value`);
          return found;
        };
      }
      case 'ArrayExpression': {
        const values = this.#values(tree.elements);
        return (scope) => flat(values(scope));
      }
      case 'MemberExpression': {
        const [list, index] = [this.#compile(tree.object), this.#compile(tree.property)];
        return (scope) => flat([list(scope)])[numberOf(index(scope))] ?? 0;
      }
      case 'ConditionalExpression': {
        const condition = this.#compile(tree.test);
        const [yes, no] = [this.#compile(tree.consequent), this.#compile(tree.alternate)];
        return (scope) => (isTrue(condition(scope)) ? yes(scope) : no(scope));
      }
      case 'UnaryExpression': {
        const value = this.#compile(tree.argument);
        if (tree.operator === '-') return (scope) => -numberOf(value(scope));
        break;
      }
      case 'BinaryExpression': {
        const apply = operators[tree.operator];
        const [left, right] = [this.#compile(tree.left), this.#compile(tree.right)];
        if (apply) return (scope) => apply(left(scope), right(scope));
        break;
      }
      case 'CallExpression':
        return this.#call(String(tree.callee.name), tree.arguments);
    }
    throw new SyntaxError(`no expression of a drawing: ${JSON.stringify(tree)}`);
  }

  #call(name: string, nodes: readonly jsep.Expression[]): Expression {
    const variable = String(nodes[0]?.name);
    if (name === 'given') return ({ given }) => Number(given.has(variable));
    if (name === 'each') return each(variable, this.#compile(nodes[1]), this.#compile(nodes[2]));
    const values = this.#values(nodes);
    const own = this.own.get(name);
    if (own) return (scope) => callOwn(own, values(scope), scope);
    const numeric = ofNumbers[name];
    if (numeric) return (scope) => numeric(...flat(values(scope)));
    const textual = ofTexts[name];
    if (textual) return (scope) => textual(...values(scope).map((value) => textOf(value)));
    throw new ReferenceError(`${name} is no function`);
  }
}

/** A scope for further values, which hide values of the same name. */
export const within = ({ values, given }: Scope): Scope => ({ values: Object.create(values), given });

const each =
  (variable: string, turns: Expression, body: Expression): Expression =>
  (scope) => {
    const over = turns(scope);
    const turn = within(scope);
    const results = (typeof over === 'object' ? over : range(numberOf(over))).map((value) => {
      turn.values[variable] = value;
      return body(turn);
    });
    return typeof results[0] === 'string' ? results.join('') : flat(results);
  };

function callOwn({ parameters, body }: OwnFunction, values: readonly Value[], scope: Scope): Value {
  const inner = within(scope);
  const given = values.length < parameters.length ? flat(values) : values;
  for (const [i, name] of parameters.entries()) inner.values[name] = given[i] ?? 0;
  return body(inner);
}
