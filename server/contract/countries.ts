import { z } from 'zod';

export const countries =
  'AD AL AT BA BE BG BY CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS RU SE SI SK SM TR UA VA XK'.split(
    ' ',
  ) as readonly string[];
export const country = z
  .string()
  .refine((code) => countries.includes(code), { message: 'unknown delivery country' })
  .meta({ examples: ['DE'] });
