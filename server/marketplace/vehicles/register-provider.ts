import type { Model, VehicleIndex } from './vehicle-index.js';

/** Who knows which car a plate, a VIN or a code is of: a register that an operator has a contract with. */
export interface RegisterProvider {
  /**
   * Models of what is sought, written as in the contract; usually one, several where the register knows only the type,
   * none where it does not know it.
   *
   * @throws anything when the register cannot be asked; the message must not repeat what is sought.
   */
  find(sought: string, vehicles: VehicleIndex): Promise<readonly Model[]>;
}
