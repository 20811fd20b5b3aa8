import type { Language } from '../../contract/languages.js';
import { texts } from './texts.js';

/** What a buyer checks first, by sort of part. */
const sorts: Readonly<Record<Exclude<keyof typeof texts.de.advice, 'triangle'>, string>> = {
  brake: 'disc pads caliper drum shoes brakeHose masterCylinder',
  filter: 'oilFilter airFilter cabinFilter fuelFilter',
  belt: 'beltKit timingChain ribbedBelt pulley',
  damping: 'shock spring strutMount gasSpring',
  joint: 'controlArm ballJoint stabilizerLink tieRod steeringRack mount wheelBearing bearing',
  drive: 'clutchKit flywheel driveShaft gear boot',
  exhaust: 'muffler catalyst turbo pipe',
  cooling: 'radiator waterPump thermostat fan compressor hose tank',
  ignition: 'sparkPlug glowPlug ignitionCoil injector',
  electric: 'sensor relay switch cable battery alternator starter horn pump valve',
  light: 'bulb headlight tailLight',
  seal: 'gasket seal bolt piston',
  body: 'bumper fender mirror',
  general: 'lock windowLift mat wiper',
  wheel: 'tyre rim',
  fluid: 'canister spray',
  tool: 'toolbox',
};
const sortOfKind = new Map(
  Object.entries(sorts).flatMap(([sort, kinds]) => kinds.split(' ').map((kind) => [kind, sort])),
);

/**
 * Leaves whose drawing stands for another sort of part: mechanical cables, carriers, moving parts inside the engine.
 */
const generalLeaves = new Set([2023, 2165, 2180, 2181, 2298, 2406, 2077, 2055, 2056, 2060, 2185, 2482, 2247, 2250]);
const generalRoots = new Set([128]);

/** Leaves with advice of their own. */
const ownAdvice: Readonly<Record<number, keyof typeof texts.de.advice>> = { 2478: 'triangle' };

/** Whether the advice of a leaf is more than help: it then stands on its page, and not behind a link. */
export const mustBeSaid = (category: number): boolean => category in ownAdvice;

/** What to look for when buying a part of this kind, in whole sentences. */
export function adviceFor(kind: string, category: number, root: number, language: Language): string {
  const sort =
    ownAdvice[category] ?? (generalLeaves.has(category) || generalRoots.has(root) ? 'general' : sortOfKind.get(kind));
  const advice: Readonly<Record<string, string>> = texts[language].advice;
  const sentence = sort && advice[sort];
  if (!sentence) throw new RangeError(`no advice for kind ${kind}`);
  return sentence;
}
