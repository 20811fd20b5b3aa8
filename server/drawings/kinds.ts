import * as body from './body.js';
import * as brakes from './brakes.js';
import * as cooling from './cooling.js';
import * as driveline from './driveline.js';
import * as drives from './drives.js';
import * as electrics from './electrics.js';
import * as engine from './engine.js';
import * as exhaust from './exhaust.js';
import * as filters from './filters.js';
import * as fittings from './fittings.js';
import * as ignition from './ignition.js';
import * as lighting from './lighting.js';
import type { DrawnPart } from './part.js';
import * as steering from './steering.js';
import * as supplies from './supplies.js';
import * as suspension from './suspension.js';

/** Every kind of part with its parameters and its drawing. */
export const kinds = {
  ...body,
  ...brakes,
  ...cooling,
  ...driveline,
  ...drives,
  ...electrics,
  ...engine,
  ...exhaust,
  ...filters,
  ...fittings,
  ...ignition,
  ...lighting,
  ...steering,
  ...supplies,
  ...suspension,
} as const satisfies Readonly<Record<string, DrawnPart>>;

/** The name of a kind of part. */
export type DrawingKind = keyof typeof kinds;
