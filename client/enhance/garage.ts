import { readGarage, writeGarage } from '../../views/garage.js';

/** The vehicle chosen last joins the few before it; storage may be closed (D27). */
export const rememberInGarage = (): void => writeGarage(readGarage());
