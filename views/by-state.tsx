import { type KeptVehicle, vehicleText } from './kept-vehicle.js';

interface Props {
  /** Words for the shopper's own vehicle, as a template. */
  own: string;
  /** Words that name the vehicle, as a template: those of a link, and of a browser without script. */
  named: string;
  vehicle: KeptVehicle;
}

/** A sentence about the vehicle of the address. The style shows the words of the state that script has found (D27, D91). */
export const ByState = ({ own, named, vehicle }: Props) => (
  <>
    <span className="if-own">{vehicleText(own, vehicle)}</span>{' '}
    <span className="if-named">{vehicleText(named, vehicle)}</span>
  </>
);
