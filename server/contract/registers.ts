/**
 * Keys of vehicles in external registers. Plates of France and key numbers of Germany are in `vehicle-inputs.ts`. Plain
 * functions without zod, because browsers run them too.
 */
export const registerWays = ['vin', 'dutchPlate', 'nationalCode'] as const;
export type RegisterWay = (typeof registerWays)[number];

/** Returns a key in capitals without separators. */
export const readRegisterInput = (text: string): string => text.toUpperCase().replace(/[\s.-]+/g, '');

/** Shapes of Dutch plates (side codes 1 to 14 of the RDW): letters L and digits D. */
const sideCodes = new Set(
  'LLDDDD DDDDLL DDLLDD LLDDLL LLLLDD DDLLLL DDLLLD DLLLDD LLDDDL LDDDLL LLLDDL LDDLLL DLLDDD DDDLLD'.split(' '),
);
const shapeOf = (plate: string): string => plate.replace(/[A-Z]/g, 'L').replace(/\d/g, 'D');

const patterns: Readonly<Record<RegisterWay, (text: string) => boolean>> = {
  // ISO 3779 allows no I, O or Q. European makers need no check digit.
  vin: (text) => /^[A-HJ-NPR-Z0-9]{17}$/.test(text),
  dutchPlate: (text) => sideCodes.has(shapeOf(text)),
  nationalCode: (text) => /^\d{6,7}$/.test(text),
};
/** Returns whether a read text has the shape of a key. */
export const isRegisterInput = (way: RegisterWay, text: string): boolean => patterns[way](text);
