import { z } from 'zod';
import { modelId } from './ids.js';
import { vehicle } from './vehicles.js';

/** Identity of a user from the login provider (OpenID Connect Core 1.0, section 2). */
export const loginBody = z.object({ issuer: z.url().max(500), subject: z.string().min(1).max(255) });
/** Saved vehicles with their models, latest first. */
export const savedVehicles = z.array(vehicle);
export const saveVehicleBody = z.object({ modelId });
export const done = z.object({ success: z.literal(true) });
