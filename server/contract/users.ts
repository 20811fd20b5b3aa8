import { z } from 'zod';
import { modelId } from './ids.js';
import { vehicle } from './vehicles.js';

/** Identity of a user, issued by the provider of the login (OpenID Connect Core 1.0, section 2). */
export const loginBody = z.object({ issuer: z.url().max(500), subject: z.string().min(1).max(255) });
/** Saved vehicles, the latest first; each is a whole vehicle down to its model. */
export const savedVehicles = z.array(vehicle);
export const saveVehicleBody = z.object({ modelId });
export const done = z.object({ success: z.literal(true) });
