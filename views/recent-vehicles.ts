/** A recently chosen vehicle, stored on this device by its page and never sent anywhere (D27). */
export interface RecentVehicle {
  modelId: string;
  name: string;
  power: string;
  years: string;
}
/** Most vehicles that are remembered; the oldest is dropped. */
const maxVehicles = 5;

const isVehicle = (value: unknown): value is RecentVehicle =>
  typeof value === 'object' && value !== null && /^\w{1,32}$/.test(String((value as RecentVehicle).modelId));

/** The recent vehicles without duplicates, the chosen one first. */
export function arrange(chosen: unknown, before: unknown): RecentVehicle[] {
  const all = [chosen, ...(Array.isArray(before) ? before : [])].filter(isVehicle);
  return [...new Map(all.toReversed().map((vehicle) => [vehicle.modelId, vehicle])).values()]
    .reverse()
    .slice(0, maxVehicles);
}

/** Recent vehicles of this device; empty if storage is blocked or holds something else. In browsers only. */
export function readRecentVehicles(): RecentVehicle[] {
  try {
    return arrange(JSON.parse(localStorage.vehicle ?? 'null'), JSON.parse(localStorage.garage ?? '[]'));
  } catch {
    return [];
  }
}

/** Stores the recent vehicles on this device, if storage is allowed. */
export function writeRecentVehicles(vehicles: readonly RecentVehicle[]): void {
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
  const rest = readRecentVehicles().filter((vehicle) => vehicle.modelId !== modelId);
  let manufacturerId: string | null = null;
  try {
    const chosen = JSON.parse(localStorage.vehicle ?? 'null') as Partial<Record<string, unknown>> | null;
    if (chosen?.modelId === modelId) {
      localStorage.removeItem('vehicle');
      manufacturerId = String(chosen.manufacturerId ?? '');
    }
  } catch {}
  writeRecentVehicles(rest);
  return manufacturerId;
}
