/** A vehicle as this device remembers it, written by its page (D27): nothing of it is sent anywhere. */
export interface GarageVehicle {
  modelId: string;
  name: string;
  power: string;
  years: string;
}
/** Vehicles that are remembered; an older one gives way. */
const places = 5;

const isVehicle = (value: unknown): value is GarageVehicle =>
  typeof value === 'object' && value !== null && /^\w{1,32}$/.test(String((value as GarageVehicle).modelId));

/** The vehicles of a garage, the chosen one first, each once. */
export function arrange(chosen: unknown, before: unknown): GarageVehicle[] {
  const all = [chosen, ...(Array.isArray(before) ? before : [])].filter(isVehicle);
  return [...new Map(all.toReversed().map((vehicle) => [vehicle.modelId, vehicle])).values()]
    .reverse()
    .slice(0, places);
}

/** The garage of this device; empty where storage is closed or holds something else. In browsers only. */
export function readGarage(): GarageVehicle[] {
  try {
    return arrange(JSON.parse(localStorage.vehicle ?? 'null'), JSON.parse(localStorage.garage ?? '[]'));
  } catch {
    return [];
  }
}

/** Keeps a garage on this device, as far as that is allowed. */
export function writeGarage(vehicles: readonly GarageVehicle[]): void {
  try {
    localStorage.garage = JSON.stringify(vehicles);
  } catch {}
}

/** Whether this device remembers a chosen vehicle. */
export function isRemembered(): boolean {
  try {
    return localStorage.getItem('vehicle') !== null;
  } catch {
    return false;
  }
}

/** Forgets one vehicle; the chosen one is then none. Returns the manufacturer of the chosen one, null for any other. */
export function forgetVehicle(modelId: string): string | null {
  const rest = readGarage().filter((vehicle) => vehicle.modelId !== modelId);
  let manufacturerId: string | null = null;
  try {
    const chosen = JSON.parse(localStorage.vehicle ?? 'null') as Partial<Record<string, unknown>> | null;
    if (chosen?.modelId === modelId) {
      localStorage.removeItem('vehicle');
      manufacturerId = String(chosen.manufacturerId ?? '');
    }
  } catch {}
  writeGarage(rest);
  return manufacturerId;
}
