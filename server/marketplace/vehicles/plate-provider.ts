import type { Model, VehicleIndex } from './vehicle-index.js';

/** Who knows which car wears a plate: a register that an operator has a contract with. */
export interface PlateProvider {
  /**
   * Models of a French plate, written as in the contract; usually one, several where the register knows only the type,
   * none where it does not know the plate.
   *
   * @throws anything when the register cannot be asked; the message must not repeat the plate.
   */
  find(plate: string, vehicles: VehicleIndex): Promise<readonly Model[]>;
}
