import { z } from 'zod';
import body from './data/body.json' with { type: 'json' };
import brakes from './data/brakes.json' with { type: 'json' };
import cooling from './data/cooling.json' with { type: 'json' };
import driveline from './data/driveline.json' with { type: 'json' };
import drives from './data/drives.json' with { type: 'json' };
import electrics from './data/electrics.json' with { type: 'json' };
import engine from './data/engine.json' with { type: 'json' };
import exhaust from './data/exhaust.json' with { type: 'json' };
import filters from './data/filters.json' with { type: 'json' };
import fittings from './data/fittings.json' with { type: 'json' };
import ignition from './data/ignition.json' with { type: 'json' };
import lighting from './data/lighting.json' with { type: 'json' };
import steering from './data/steering.json' with { type: 'json' };
import supplies from './data/supplies.json' with { type: 'json' };
import suspension from './data/suspension.json' with { type: 'json' };
import { type Attributes, givenValue, type Parameters, parameter, shapeValue } from './parameters.js';
import { Shape } from './shapes.js';
import type { Sheet } from './strokes.js';

const family = z.record(
  z.string(),
  z.strictObject({ about: z.string(), parameters: z.record(z.string(), parameter), shape: z.array(z.string()) }),
);

/** One kind of part: its technical attributes, and the drawing that follows them. */
class DrawnKind {
  #shape: Shape | undefined;

  constructor(
    readonly parameters: Parameters,
    private readonly lines: readonly string[],
  ) {}

  /** The measures among the attributes, without values that make no sense. */
  given(attributes: Attributes): Map<string, number | string> {
    return new Map(
      Object.entries(this.parameters).flatMap(([name, parameter]) => {
        const value = givenValue(attributes, name, parameter);
        return value === undefined ? [] : [[name, value]];
      }),
    );
  }

  /** Whether the attribute changes the drawing. */
  isSeen(name: string, value: string, small: boolean): boolean {
    const parameter = Object.hasOwn(this.parameters, name) ? this.parameters[name] : undefined;
    const given = parameter && givenValue({ [name]: value }, name, parameter);
    if (!parameter || given === undefined) return false;
    return !small || shapeValue(given, parameter) !== parameter.default || this.#drawing.measuresOnPart.has(name);
  }

  get #drawing(): Shape {
    this.#shape ??= new Shape(this.lines, this.parameters);
    return this.#shape;
  }

  /** Draws the part on an empty sheet of 200 × 150. */
  render(attributes: Attributes, sheet: Sheet): Sheet {
    const given = this.given(attributes);
    const values = Object.entries(this.parameters).map(([name, parameter]) => [
      name,
      shapeValue(given.get(name), parameter),
    ]);
    return this.#drawing.draw(Object.fromEntries(values), given, sheet);
  }
}

const families = [
  body,
  brakes,
  cooling,
  driveline,
  drives,
  electrics,
  engine,
  exhaust,
  filters,
  fittings,
  ignition,
  lighting,
  steering,
  supplies,
  suspension,
];

/** Every kind of part by its name. */
export const kinds: ReadonlyMap<string, DrawnKind> = new Map(
  families.flatMap((read) =>
    Object.entries(family.parse(read)).map(([name, { parameters, shape }]) => [name, new DrawnKind(parameters, shape)]),
  ),
);

/** @throws RangeError for a kind without a drawing */
export function drawnKind(name: string): DrawnKind {
  const kind = kinds.get(name);
  if (!kind) throw new RangeError(`there is no drawing of kind ${name}`);
  return kind;
}
