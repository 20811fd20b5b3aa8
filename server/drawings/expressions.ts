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

const isTrue = (value: Value): boolean => value !== 0 && value !== '';
const textOf = (value: Value): string => (Array.isArray(value) ? value.map(f).join(' ') : String(value));

function numberOf(value: Value): number {
  if (typeof value !== 'number') throw new TypeError(`expected a number, found ${JSON.stringify(value)}`);
  return value;
}

/** All numbers of a list that may contain lists. */
const flat = (values: readonly Value[]): number[] =>
  values.flatMap((value) => (typeof value === 'object' ? value : [numberOf(value)]));

/** The number of letters in a text, or of numbers in a list. */
const sizeOf = ([value = '']: readonly Value[]): number => (typeof value === 'number' ? 1 : value.length);

interface Operator {
  /** Operators of a higher level bind their operands first. */
  readonly level: number;
  readonly apply: (a: Value, b: Value) => Value;
}
const arithmetic = (level: number, apply: (a: number, b: number) => number): Operator => ({
  level,
  apply: (a, b) => apply(numberOf(a), numberOf(b)),
});
const operators: Readonly<Record<string, Operator>> = {
  or: { level: 1, apply: (a, b) => (isTrue(a) ? a : b) },
  and: { level: 2, apply: (a, b) => (isTrue(a) ? b : a) },
  '=': { level: 3, apply: (a, b) => Number(a === b) },
  '<': arithmetic(4, (a, b) => Number(a < b)),
  '>': arithmetic(4, (a, b) => Number(a > b)),
  '+': {
    level: 5,
    apply: (a, b) => (typeof a === 'number' && typeof b === 'number' ? a + b : textOf(a) + textOf(b)),
  },
  '-': arithmetic(5, (a, b) => a - b),
  '*': arithmetic(6, (a, b) => a * b),
  '/': arithmetic(6, (a, b) => a / b),
  '%': arithmetic(6, (a, b) => a % b),
};

/**
 * Reads the expressions of a drawing. Besides numbers, names, arithmetic and `condition ? yes : no` there are
 * - `'M{x} {y}h4'`: a text with places for values,
 * - `[1, 2]` and `places[0]`: a list of numbers, and one of them,
 * - `each(i, 3, …)`, `each(x, [4, 9], …)`: the joined texts or numbers of all turns,
 * - `given(width)`: whether the product has this measure,
 * - functions of `functions.ts` and of the drawing itself. A list counts as its numbers.
 */
export class Reader {
  #at = 0;
  /** Names in the expressions. */
  readonly names = new Set<string>();

  constructor(
    private readonly text: string,
    private readonly own: ReadonlyMap<string, OwnFunction>,
  ) {}

  /** Takes the next piece, if it matches the pattern. */
  #take(pattern: RegExp): string | undefined {
    const found = new RegExp(`\\s*(${pattern.source})`, 'y');
    found.lastIndex = this.#at;
    const match = found.exec(this.text);
    if (match) this.#at = found.lastIndex;
    return match?.[1];
  }

  #need(sign: string): void {
    if (this.#take(/[()[\]:,]/) !== sign)
      throw new SyntaxError(`expected ${sign} at character ${this.#at} of ${this.text}`);
  }

  /** Reads one expression, which ends with the text. */
  whole(): Expression {
    const [only] = this.list();
    if (!only) throw new SyntaxError(`expected one expression: ${this.text}`);
    return only;
  }

  /** Reads expressions with commas between, up to the end of the text. */
  list(): Expression[] {
    const found = this.#listTo(/$/);
    if (this.#at < this.text.length) throw new SyntaxError(`expected the end at character ${this.#at} of ${this.text}`);
    return found;
  }

  /** Reads a text with places for values. `format` writes its numbers. */
  label(format: (value: number) => string): Expression {
    return this.#template('', format);
  }

  #listTo(end: RegExp): Expression[] {
    const found: Expression[] = [];
    if (this.#take(end) !== undefined) return found;
    do found.push(this.#expression());
    while (this.#take(/,/));
    this.#take(end);
    return found;
  }

  #expression(): Expression {
    const condition = this.#binary(1);
    if (!this.#take(/\?/)) return condition;
    const yes = this.#expression();
    this.#need(':');
    const no = this.#expression();
    return (scope) => (isTrue(condition(scope)) ? yes(scope) : no(scope));
  }

  #binary(lowest: number): Expression {
    let left = this.#unary();
    for (;;) {
      const start = this.#at;
      const operator = operators[this.#take(/[-+*/%<>=]|(?:and|or)\b/) ?? ''];
      if (!operator || operator.level < lowest) {
        this.#at = start;
        return left;
      }
      const [first, second] = [left, this.#binary(operator.level + 1)];
      left = (scope) => operator.apply(first(scope), second(scope));
    }
  }

  #unary(): Expression {
    if (!this.#take(/-/)) return this.#primary();
    const value = this.#unary();
    return (scope) => -numberOf(value(scope));
  }

  #primary(): Expression {
    const digits = this.#take(/\d*\.?\d+/);
    if (digits !== undefined) {
      const number = Number(digits);
      return () => number;
    }
    if (this.#take(/'/)) return this.#template("'", f);
    if (this.#take(/\(/)) {
      const inner = this.#expression();
      this.#need(')');
      return inner;
    }
    if (this.#take(/\[/)) {
      const entries = this.#listTo(/\]/);
      return (scope) => flat(entries.map((entry) => entry(scope)));
    }
    const name = this.#take(/[A-Za-z]\w*/);
    if (name === undefined) throw new SyntaxError(`expected a value at character ${this.#at} of ${this.text}`);
    if (this.#take(/\(/)) return this.#call(name);
    return this.#named(name);
  }

  #named(name: string): Expression {
    if (name === 'pi') return () => Math.PI;
    this.names.add(name);
    const value: Expression = ({ values }) => {
      const found = values[name];
      if (found === undefined) throw new ReferenceError(`${name} has no value in ${this.text}`);
      return found;
    };
    if (!this.#take(/\[/)) return value;
    const index = this.#expression();
    this.#need(']');
    return (scope) => flat([value(scope)])[numberOf(index(scope))] ?? 0;
  }

  #call(name: string): Expression {
    if (name === 'given') {
      const measure = this.#take(/\w+/) ?? '';
      this.#need(')');
      return ({ given }) => Number(given.has(measure));
    }
    if (name === 'each') return this.#each();
    const entries = this.#listTo(/\)/);
    const values = (scope: Scope): Value[] => entries.map((entry) => entry(scope));
    const own = this.own.get(name);
    if (own) return (scope) => callOwn(own, values(scope), scope);
    const numeric = ofNumbers[name];
    if (numeric) return (scope) => numeric(...flat(values(scope)));
    const textual = ofTexts[name];
    if (textual) return (scope) => textual(...values(scope).map(textOf));
    if (name === 'not') return (scope) => Number(!values(scope).some(isTrue));
    if (name === 'size') return (scope) => sizeOf(values(scope));
    throw new ReferenceError(`${name} is no function, in ${this.text}`);
  }

  #each(): Expression {
    const variable = this.#take(/\w+/) ?? '';
    this.#need(',');
    const turns = this.#expression();
    this.#need(',');
    const body = this.#expression();
    this.#need(')');
    return (scope) => {
      const over = turns(scope);
      const turn = within(scope);
      const results = (typeof over === 'object' ? over : range(numberOf(over))).map((value) => {
        turn.values[variable] = value;
        return body(turn);
      });
      return typeof results[0] === 'string' ? results.join('') : flat(results);
    };
  }

  #template(end: string, format: (value: number) => string): Expression {
    const pieces: Expression[] = [];
    for (;;) {
      const next = /[^{']*/y;
      next.lastIndex = this.#at;
      const [literal = ''] = next.exec(this.text) ?? [];
      this.#at += literal.length;
      if (literal) pieces.push(() => literal);
      const sign = this.text.charAt(this.#at++);
      if (sign === end) break;
      if (sign !== '{') throw new SyntaxError(`expected ' at character ${this.#at} of ${this.text}`);
      const value = this.#expression();
      if (this.#take(/\}/) === undefined) throw new SyntaxError(`expected } at character ${this.#at} of ${this.text}`);
      pieces.push((scope) => {
        const result = value(scope);
        return typeof result === 'number' ? format(result) : textOf(result);
      });
    }
    return (scope) => {
      let text = '';
      for (const piece of pieces) text += piece(scope);
      return text;
    };
  }
}

/** A scope for further values, which hide values of the same name. */
export const within = ({ values, given }: Scope): Scope => ({ values: Object.create(values), given });

function callOwn({ parameters, body }: OwnFunction, values: readonly Value[], scope: Scope): Value {
  const inner = within(scope);
  const given = values.length < parameters.length ? flat(values) : values;
  for (const [i, name] of parameters.entries()) inner.values[name] = given[i] ?? 0;
  return body(inner);
}
