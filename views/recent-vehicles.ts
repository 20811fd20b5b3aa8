import { forgetAnswers } from './kept-answers.js';
import { type KeptVehicle, keptVehicle } from './kept-vehicle.js';

/** Most recent vehicles; the oldest is dropped. */
const maxVehicles = 5;

const isVehicle = (value: unknown): value is KeptVehicle =>
  typeof value === 'object' &&
  value !== null &&
  'slug' in value &&
  /^\w{1,32}$/.test(String((value as KeptVehicle).modelId));

/** Returns the recent vehicles without duplicates, the chosen one first. */
export function arrange(chosen: unknown, before: unknown): KeptVehicle[] {
  const all = [chosen, ...(Array.isArray(before) ? before : [])].filter(isVehicle);
  const isFirst = ({ modelId }: KeptVehicle, at: number): boolean =>
    all.findIndex((one) => one.modelId === modelId) === at;
  return all.filter(isFirst).slice(0, maxVehicles);
}

/** Returns the vehicles chosen on this device, which are never sent (D27); none without storage. */
export function readRecentVehicles(): KeptVehicle[] {
  try {
    return arrange(keptVehicle(), JSON.parse(localStorage.garage ?? '[]'));
  } catch {
    return [];
  }
}

/** Stores the recent vehicles, if storage is allowed. */
export function writeRecentVehicles(vehicles: readonly KeptVehicle[]): void {
  try {
    localStorage.garage = JSON.stringify(vehicles);
  } catch {}
}

/** Removes a vehicle and its answers. @returns the manufacturer of the chosen one, null for any other */
export function forgetVehicle(modelId: string): string | null {
  const rest = readRecentVehicles().filter((vehicle) => vehicle.modelId !== modelId);
  const chosen = keptVehicle();
  const isChosen = chosen?.modelId === modelId;
  if (isChosen) localStorage.removeItem('vehicle');
  forgetAnswers(modelId);
  writeRecentVehicles(rest);
  return isChosen ? chosen.manufacturerId : null;
}
