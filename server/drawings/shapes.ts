import { isTrue, type OwnFunction, Reader, type Scope, within } from './expressions.js';
import type { Value } from './functions.js';
import type { Parameters } from './parameters.js';
import type { Sheet } from './strokes.js';
import { num } from './text.js';

/** One or more statements of a shape. */
type Step = (scope: Scope, sheet: Sheet) => void;

const pens = ['line', 'solid', 'plain', 'thin', 'fine', 'axis', 'add'] as const;
const isPen = (word: string): word is (typeof pens)[number] => (pens as readonly string[]).includes(word);

/** Returns words of a drawing; undefined where the product lacks all measures in them. */
type Label = (scope: Scope) => string | undefined;

/** A drawing from its data file; README.md describes the statements. */
export class Shape {
  /** Statements, the first one last. */
  readonly #lines: string[] = [];
  readonly #own = new Map<string, OwnFunction>();
  readonly #steps: Step;
  /** Measures that are written on the part itself, in small drawings as well. */
  readonly measuresOnPart = new Set<string>();

  /** @throws SyntaxError for a line that has no meaning */
  constructor(
    lines: readonly string[],
    private readonly parameters: Parameters,
  ) {
    for (const line of lines.map((each) => each.trim())) {
      for (const [, name = ''] of line.matchAll(/given\((\w+)\)/g)) this.measuresOnPart.add(name);
      const before = line.startsWith('+') ? `${this.#lines.shift()} ` : '';
      this.#lines.unshift(before + line);
    }
    this.#steps = this.#block();
  }

  /**
   * @param values of all parameters, for the shape
   * @param given values of the product, for the words
   */
  draw(values: Readonly<Record<string, Value>>, given: Scope['given'], sheet: Sheet): Sheet {
    this.#steps({ values: { ...values, isSmall: Number(sheet.small), pi: Math.PI }, given }, sheet);
    return sheet;
  }

  /** Reads statements up to `end`, `else` or the last one. */
  #block(): Step {
    const steps: Step[] = [];
    for (;;) {
      const line = this.#lines.at(-1);
      if (line === undefined || line === 'end' || line === 'else') break;
      this.#lines.pop();
      try {
        steps.push(this.#definition(line) ?? this.#statement(line));
      } catch (cause) {
        throw new SyntaxError(`no line of a drawing: ${line}`, { cause });
      }
    }
    return (scope, sheet) => {
      for (const step of steps) step(scope, sheet);
    };
  }

  /** Reads `name = …` and `name(x, y) = …`. */
  #definition(line: string): Step | undefined {
    const [, name, variables, right] = /^(\w+)(?:\(([\w, ]*)\))? = (.*)$/.exec(line) ?? [];
    if (name === undefined || right === undefined) return undefined;
    const body = new Reader(this.#own).one(right);
    if (variables !== undefined) {
      this.#own.set(name, { parameters: variables.split(', '), body });
      return () => {};
    }
    return (scope) => {
      scope.values[name] = body(scope);
    };
  }

  #statement(line: string): Step {
    const [, word = '', rest = ''] = /^([\w-]+) ?(.*)$/.exec(line) ?? [];
    if (word === 'if') return this.#condition(rest);
    if (word === 'within' || word === 'placed') return this.#group(word, rest);
    const [places = '', ...words] = rest.split(/ \|(?: |$)/);
    const values = new Reader(this.#own).list(places);
    const numbers = (scope: Scope): number[] => values(scope).flat().map(Number);
    const label = this.#label(words.join(' | '), word === 'words');
    if (isPen(word)) return (scope, sheet) => sheet[word](String(values(scope)[0]));
    switch (word) {
      case 'mirrored':
        return (scope, sheet) => sheet.mirrored(values(scope)[0] === 'right');
      case 'turned':
        return (scope, sheet) => sheet.turned(numbers(scope)[0] ?? 0);
      case 'cross':
        return (scope, sheet) => sheet.cross(...take(numbers(scope), 3));
      case 'words':
        return labelled(label, (text, scope, sheet) => sheet.words(...take(numbers(scope), 3), text));
      case 'span':
        return labelled(label, (text, scope, sheet) => sheet.span(...take(numbers(scope), 6), text));
      case 'lead':
      case 'lead-left': {
        const anchor = word === 'lead' ? 'start' : 'end';
        return labelled(label, (text, scope, sheet) => sheet.lead(...take(numbers(scope), 4), text, anchor));
      }
      default:
        throw new SyntaxError(`${word} is no statement`);
    }
  }

  #condition(text: string): Step {
    const condition = new Reader(this.#own).one(text);
    const yes = this.#block();
    const no = this.#lines.pop() === 'else' ? this.#block() : undefined;
    if (no) this.#lines.pop();
    return (scope, sheet) => {
      (isTrue(condition(scope)) ? yes : no)?.(scope, sheet);
    };
  }

  #group(word: 'within' | 'placed', text: string): Step {
    const values = new Reader(this.#own).list(text);
    const inner = this.#block();
    this.#lines.pop();
    return (scope, sheet) => {
      if (word === 'within') sheet.begin(String(values(scope)[0]));
      else sheet.beginPlaced(...take(values(scope).flat().map(Number), 4));
      inner(scope, sheet);
      sheet.add('</g>');
    };
  }

  /** Reads pieces with `|` between. A piece is left out where the product lacks one of its measures. */
  #label(text: string, isOnPart: boolean): Label {
    const pieces = text.split('|').map((piece) => {
      const reader = new Reader(this.#own);
      const words = reader.text(piece, num);
      const measures = [...reader.names].filter((name) => Object.hasOwn(this.parameters, name));
      if (isOnPart) for (const name of measures) this.measuresOnPart.add(name);
      return { words, measures };
    });
    return (scope) => {
      const known = pieces.filter(({ measures }) => measures.every((name) => scope.given.has(name)));
      if (known.length === 0) return undefined;
      const given = within(scope);
      Object.assign(given.values, Object.fromEntries(scope.given));
      const words = known.map((piece) => piece.words(given)).join('');
      const parameter = this.parameters[known[0]?.measures[0] ?? ''];
      const letter = parameter && 'unit' in parameter && parameter.letter ? `${parameter.letter} ` : '';
      return letter + words.replace(/^[ ·]+|[ ·]+$/g, '');
    };
  }
}

/** Checks the number of arguments of a statement. */
function take<N extends 3 | 4 | 6>(numbers: readonly number[], count: N): Tuples[N] {
  if (numbers.length !== count) throw new RangeError(`expected ${count} numbers, found ${numbers.length}`);
  return numbers as unknown as Tuples[N];
}
interface Tuples {
  3: [number, number, number];
  4: [number, number, number, number];
  6: [number, number, number, number, number, number];
}

const labelled =
  (label: Label, draw: (text: string, scope: Scope, sheet: Sheet) => void): Step =>
  (scope, sheet) => {
    const text = label(scope);
    if (text !== undefined) draw(text, scope, sheet);
  };
