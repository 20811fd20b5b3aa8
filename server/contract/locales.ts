import { z } from 'zod';

export const locales = ['de-DE', 'de-AT', 'es-ES', 'fr-FR', 'it-IT', 'nl-NL'] as const;
export const locale = z.enum(locales);
export type Locale = (typeof locales)[number];
