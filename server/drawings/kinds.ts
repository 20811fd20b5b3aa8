import { bumper, fender, gasSpring, mat, wiper } from './body.js';
import { brakeHose, caliper, disc, drum, masterCylinder, pads, sensor, shoes } from './brakes.js';
import { compressor, fan, hose, radiator, tank, thermostat, waterPump } from './cooling.js';
import { boot, driveShaft, rim, tyre } from './driveline.js';
import { bearing, beltKit, clutchKit, flywheel, gear, pulley, ribbedBelt, timingChain } from './drives.js';
import { alternator, battery, cable, horn, lock, relay, starter, switchPart, windowLift } from './electrics.js';
import { gasket, injector, piston, turbo, valve } from './engine.js';
import { catalyst, muffler, pipe } from './exhaust.js';
import { airFilter, cabinFilter, fuelFilter, oilFilter } from './filters.js';
import { bolt, mount, pump, seal } from './fittings.js';
import { glowPlug, ignitionCoil, sparkPlug } from './ignition.js';
import { bulb, headlight, mirror, tailLight } from './lighting.js';
import type { DrawnPart } from './part.js';
import { ballJoint, controlArm, stabilizerLink, steeringRack, tieRod, wheelBearing } from './steering.js';
import { canister, spray, toolbox } from './supplies.js';
import { shock, spring, strutMount } from './suspension.js';

/** Every kind of part with its parameters and its drawing. */
export const kinds = {
  disc,
  drum,
  pads,
  shoes,
  caliper,
  brakeHose,
  masterCylinder,
  sensor,
  oilFilter,
  airFilter,
  cabinFilter,
  fuelFilter,
  shock,
  spring,
  strutMount,
  controlArm,
  ballJoint,
  stabilizerLink,
  wheelBearing,
  tieRod,
  steeringRack,
  sparkPlug,
  glowPlug,
  ignitionCoil,
  bulb,
  headlight,
  tailLight,
  mirror,
  canister,
  battery,
  wiper,
  beltKit,
  ribbedBelt,
  timingChain,
  waterPump,
  thermostat,
  radiator,
  fan,
  clutchKit,
  flywheel,
  driveShaft,
  boot,
  alternator,
  starter,
  muffler,
  catalyst,
  pipe,
  turbo,
  valve,
  injector,
  pump,
  gasket,
  piston,
  mount,
  compressor,
  switch: switchPart,
  relay,
  windowLift,
  gasSpring,
  tyre,
  rim,
  hose,
  bumper,
  fender,
  cable,
  mat,
  toolbox,
  spray,
  lock,
  seal,
  pulley,
  bearing,
  gear,
  bolt,
  tank,
  horn,
} as const satisfies Readonly<Record<string, DrawnPart>>;

/** The name of a kind of part. */
export type DrawingKind = keyof typeof kinds;
