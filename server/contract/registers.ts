/**
 * Keys of vehicles in external registers, besides plates of France and key numbers of Germany. Plain functions without
 * zod, as those of `vehicle-inputs.ts`.
 */
export const registerWays = ['vin', 'dutchPlate', 'nationalCode'] as const;
export type RegisterWay = (typeof registerWays)[number];

/** As it is sought: capitals without separators. */
export const readRegisterInput = (text: string): string => text.toUpperCase().replace(/[\s.-]+/g, '');

/** Letters and digits of Dutch plates, without separators (side codes 1 to 14 of the RDW). */
const sideCodes = new Set(
  'LLDDDD DDDDLL DDLLDD LLDDLL LLLLDD DDLLLL DDLLLD DLLLDD LLDDDL LDDDLL LLLDDL LDDLLL DLLDDD DDDLLD'.split(' '),
);
const shapeOf = (plate: string): string => plate.replace(/[A-Z]/g, 'L').replace(/\d/g, 'D');

const patterns: Readonly<Record<RegisterWay, (text: string) => boolean>> = {
  // ISO 3779: no I, O or Q. European makers need no check digit.
  vin: (text) => /^[A-HJ-NPR-Z0-9]{17}$/.test(text),
  dutchPlate: (text) => sideCodes.has(shapeOf(text)),
  nationalCode: (text) => /^\d{6,7}$/.test(text),
};
/** Whether a text, as read, can be one. */
export const isRegisterInput = (way: RegisterWay, text: string): boolean => patterns[way](text);
