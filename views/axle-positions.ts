import type { Category } from '../server/contract/catalogue.js';

/** Positions by number with their circles. The drawing has the lines from there to the parts. */
export const positions = [
  { key: 'strutMount', at: [206, 30] },
  { key: 'spring', at: [206, 92] },
  { key: 'shock', at: [46, 190] },
  { key: 'disc', at: [286, 132] },
  { key: 'pads', at: [384, 150] },
  { key: 'caliper', at: [462, 160] },
  { key: 'wheelBearing', at: [200, 176] },
  { key: 'controlArm', at: [180, 386] },
] as const;
export type Position = (typeof positions)[number];
export type AxlePosition = Position['key'];
export type AxleCategories = Partial<Record<AxlePosition, Category>>;
