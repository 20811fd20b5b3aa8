import { z } from 'zod';
import { countries } from './contract/countries.js';
import { host, isGuardedUrl, readVariables, type Variables, whole } from './env-values.js';

/** `1`: feeds and webhooks may be on this machine, over plain http too; for trying out. */
const feedsLoopback = z
  .enum(['0', '1'], { message: 'must be 0 or 1' })
  .default('0')
  .transform((text) => text === '1');

/** Environment variables of the marketplace, embedded or alone. */
export const marketplaceVariables = {
  HOST: host.default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  /** Word shared with the marketplace, which then gives offers of all shops to nobody else (specification 7). */
  MARKETPLACE_TRUST: z.string().min(16, 'must have at least 16 characters').optional(),
  /** Register of French plates that the marketplace asks, with `{plate}` where the plate goes (D30). */
  PLATES_URL: z
    .string()
    .refine((text) => text.split('{plate}').length === 2 && isGuardedUrl(text.replace('{plate}', 'AA123ZZ')), {
      message: 'must be an https address with {plate} in it, such as https://register.example.fr/plates/{plate}',
    })
    .optional(),
  FEEDS_LOOPBACK: feedsLoopback,
};

const alone = z.object({
  ...marketplaceVariables,
  MARKETPLACE_PORT: whole(0, 65_535, 'the port of the marketplace, 0 for a free one').default(3100),
});
/** Every environment variable of the marketplace as a program of its own. @throws EnvError */
export const readMarketplaceEnv = (source: Variables): z.output<typeof alone> => readVariables(alone, source);

const priorities = ['idle', 'normal'] as const;
/** Countries as codes with commas; `none` = none. */
const embargo = z
  .string()
  .default('BY,RU')
  .transform((text) => (text === 'none' ? '' : text).split(',').flatMap((code) => code.trim().toUpperCase() || []))
  .refine((codes) => codes.every((code) => countries.includes(code)), {
    message: 'must name delivery countries by their codes, with commas, such as BY,RU',
  });
const command = z.object({
  DATA_DIR: marketplaceVariables.DATA_DIR,
  FEEDS_LOOPBACK: feedsLoopback,
  /** Nobody may say that it ships there (Regulations (EU) 833/2014 and (EC) 765/2006 for vehicle parts). */
  EMBARGO: embargo,
  /** `idle`: after everything else on the machine, which on one that is always busy may take long. */
  IMPORT_PRIORITY: z.enum(priorities, { message: `must be ${priorities.join(' or ')}` }).default('idle'),
});
/** Every environment variable of the commands that work on a data folder. @throws EnvError */
export const readCommandEnv = (source: Variables): z.output<typeof command> => readVariables(command, source);
