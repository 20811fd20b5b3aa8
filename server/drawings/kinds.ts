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
  bumper,
  fender,
  gasSpring,
  mat,
  wiper,
  brakeHose,
  caliper,
  disc,
  drum,
  masterCylinder,
  pads,
  sensor,
  shoes,
  compressor,
  fan,
  hose,
  radiator,
  tank,
  thermostat,
  waterPump,
  boot,
  driveShaft,
  rim,
  tyre,
  bearing,
  beltKit,
  clutchKit,
  flywheel,
  gear,
  pulley,
  ribbedBelt,
  timingChain,
  alternator,
  battery,
  cable,
  horn,
  lock,
  relay,
  starter,
  switch: switchPart,
  windowLift,
  gasket,
  injector,
  piston,
  turbo,
  valve,
  catalyst,
  muffler,
  pipe,
  airFilter,
  cabinFilter,
  fuelFilter,
  oilFilter,
  bolt,
  mount,
  pump,
  seal,
  glowPlug,
  ignitionCoil,
  sparkPlug,
  bulb,
  headlight,
  mirror,
  tailLight,
  ballJoint,
  controlArm,
  stabilizerLink,
  steeringRack,
  tieRod,
  wheelBearing,
  canister,
  spray,
  toolbox,
  shock,
  spring,
  strutMount,
} as const satisfies Readonly<Record<string, DrawnPart>>;

/** The name of a kind of part. */
export type DrawingKind = keyof typeof kinds;
