import { z } from 'zod';
import { countries } from './contract/countries.js';
import { imageHosts } from './env-lists.js';
import {
  address,
  decimal,
  flag,
  host,
  isGuardedUrl,
  keys,
  keysFile,
  readVariables,
  text,
  type Variables,
  whole,
} from './env-values.js';

/** `1` allows feeds and webhooks on this machine, over plain http as well, for trials. */
const feedsLoopback = flag('0');

/** Countries as codes with commas; `none` = none. */
const embargo = z
  .string()
  .default('BY,RU')
  .transform((text) => (text === 'none' ? '' : text).split(',').flatMap((code) => code.trim().toUpperCase() || []))
  .refine((codes) => codes.every((code) => countries.includes(code)), {
    message: 'must name delivery countries by their codes, with commas, such as BY,RU',
  });

/** Database of PostgreSQL. Messages never repeat it: it may hold a password. */
const databaseUrl = address(
  ({ protocol, hostname, pathname }) =>
    /^postgres(?:ql)?:$/.test(protocol) && hostname !== '' && /^\/[^/]+$/.test(pathname),
  'the address of a database of PostgreSQL, such as postgres://user:password@host:5432/partavo',
).optional();

/** Address of a register. @param place of the number in it @param example host and path */
const registerAddress = (place: string, example: string) =>
  z
    .string()
    .refine((text) => text.split(place).length === 2 && isGuardedUrl(text.replace(place, 'AA123ZZ')), {
      message: `must be an https address with ${place} in it, such as https://${example}/${place}`,
    })
    .optional();

/** A place for generations of the catalogue that several machines share, and the keys to it. */
export type StoreSettings =
  | { readonly kind: 'folder'; readonly path: string }
  | {
      readonly kind: 's3';
      readonly bucket: string;
      /** Empty, or with a slash at its end. */
      readonly prefix: string;
      /** Origin of the service; its paths begin with the bucket. */
      readonly endpoint: string;
      readonly region: string;
      readonly keyId: string;
      readonly secret: string;
    };

const folderStore = /^folder:(.+)$/;
const s3Store = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?$/;
/** Variables of all programs that read or make a catalogue. The tools of AWS read the same names. */
const storeVariables = {
  /** The place where machines share generations of the catalogue; without it the data folder is alone. */
  CATALOGUE_STORE: z
    .string()
    .refine((text) => folderStore.test(text) || s3Store.test(text), {
      message: 'must be folder:/path or s3://bucket/prefix',
    })
    .optional(),
  AWS_ENDPOINT_URL_S3: address(({ protocol }) => /^https?:$/.test(protocol), 'the address of an S3 service')
    .transform((text) => new URL(text).origin)
    .optional(),
  AWS_REGION: text(1, 40, 'the region of the bucket').default('us-east-1'),
  AWS_ACCESS_KEY_ID: text(1, 200, 'the key that may use the bucket').optional(),
  AWS_SECRET_ACCESS_KEY: text(1, 200, 'the secret of AWS_ACCESS_KEY_ID').optional(),
};
type StoreVariables = z.output<z.ZodObject<typeof storeVariables>>;

/** Refuses a bucket without keys: no bucket is public. */
export const needsStoreKeys = [
  (env: StoreVariables): boolean =>
    !env.CATALOGUE_STORE?.startsWith('s3:') || Boolean(env.AWS_ACCESS_KEY_ID && env.AWS_SECRET_ACCESS_KEY),
  {
    path: ['CATALOGUE_STORE'],
    message: 'must come with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY where it is a bucket',
  },
] satisfies [unknown, unknown];

export function storeOf(env: StoreVariables): StoreSettings | null {
  const [, path] = folderStore.exec(env.CATALOGUE_STORE ?? '') ?? [];
  if (path !== undefined) return { kind: 'folder', path };
  const [, bucket, prefix = ''] = s3Store.exec(env.CATALOGUE_STORE ?? '') ?? [];
  const { AWS_ACCESS_KEY_ID: keyId, AWS_SECRET_ACCESS_KEY: secret, AWS_REGION: region } = env;
  if (bucket === undefined || keyId === undefined || secret === undefined) return null;
  const endpoint = env.AWS_ENDPOINT_URL_S3 ?? `https://s3.${region}.amazonaws.com`;
  return { kind: 's3', bucket, prefix: prefix.replace(/\/*$/, prefix && '/'), endpoint, region, keyId, secret };
}

/** Environment variables of the marketplace, embedded or alone. */
export const marketplaceVariables = {
  HOST: host.default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  /** Secret that the web tier shares with the marketplace, which then refuses other clients (specification 7). */
  MARKETPLACE_TRUST: z.string().min(16, 'must have at least 16 characters').optional(),
  /** Time of a page for all its calls, and of a call for its answer; default 1.5, for carts 3 (P75). */
  MARKETPLACE_SECONDS: decimal(0.1, 60, 'seconds').optional(),
  /** Register of French plates; `{plate}` is the place of the plate (D30). */
  PLATES_URL: registerAddress('{plate}', 'register.example.fr/plates'),
  /** Registers of vehicles by VIN, by Dutch plate and by Austrian code. */
  VIN_URL: registerAddress('{vin}', 'register.example.de/vehicles'),
  PLATES_NL_URL: registerAddress('{plate}', 'register.example.nl/plates'),
  CODES_AT_URL: registerAddress('{code}', 'register.example.at/codes'),
  /** Mail server with user and password; without it the shop sends no mail. */
  SMTP_URL: address(
    ({ protocol, hostname }) => /^smtps?:$/.test(protocol) && hostname !== '',
    'an address such as smtps://user:password@mail.example.de or smtp://mail.example.de:587',
  ).optional(),
  /** No shop may ship there (Regulations (EU) 833/2014 and (EC) 765/2006 for vehicle parts). */
  EMBARGO: embargo,
  FEEDS_LOOPBACK: feedsLoopback,
  /** Database for all data that visitors write, such as carts; without it `state.db`. */
  DATABASE_URL: databaseUrl,
  DATABASE_CONNECTIONS: whole(1, 200, 'the most connections to the database').default(10),
  /** Secrets that open the operator's console (D83): the newest, and during a change the previous one. */
  CONSOLE_TOKEN: keys.optional(),
  /** File with the same secrets. */
  CONSOLE_TOKEN_FILE: keysFile.optional(),
  ...storeVariables,
};

type MarketplaceVariables = z.output<z.ZodObject<typeof marketplaceVariables>>;
type RegisterName = 'PLATES_URL' | 'VIN_URL' | 'PLATES_NL_URL' | 'CODES_AT_URL';
/** Addresses of registers by the kind of number. */
export const registersOf = (env: Pick<MarketplaceVariables, RegisterName>) => ({
  plate: env.PLATES_URL,
  vin: env.VIN_URL,
  dutchPlate: env.PLATES_NL_URL,
  nationalCode: env.CODES_AT_URL,
});

/** The secrets of the console from either variable, the newest first; empty for none. */
export const consoleTokensOf = (
  env: Partial<Pick<MarketplaceVariables, 'CONSOLE_TOKEN' | 'CONSOLE_TOKEN_FILE'>>,
): readonly string[] => env.CONSOLE_TOKEN ?? env.CONSOLE_TOKEN_FILE ?? [];

/** Settings for the threads of the marketplace. */
export const marketplaceSettings = (env: MarketplaceVariables) => ({
  trust: env.MARKETPLACE_TRUST,
  registers: registersOf(env),
  // The page that waits for a register needs a fifth of its time for itself.
  registerTimeoutMs: env.MARKETPLACE_SECONDS && env.MARKETPLACE_SECONDS * 800,
  smtpUrl: env.SMTP_URL,
  embargo: env.EMBARGO,
  feedsLoopback: env.FEEDS_LOOPBACK,
  databaseUrl: env.DATABASE_URL,
  databaseConnections: env.DATABASE_CONNECTIONS,
  consoleTokens: consoleTokensOf(env),
  catalogueStore: storeOf(env),
});

const alone = z
  .object({
    ...marketplaceVariables,
    MARKETPLACE_PORT: whole(0, 65_535, 'the port of the marketplace, 0 for a free one').default(3100),
  })
  .refine(...needsStoreKeys);
/** Every environment variable of the marketplace as a program of its own. @throws EnvError */
export const readMarketplaceEnv = (source: Variables): z.output<typeof alone> => readVariables(alone, source);

/** Shares of a busy machine for imports, from least to most. */
export const importPriorities = ['idle', 'low', 'normal'] as const;
const command = z
  .object({
    ...storeVariables,
    DATA_DIR: marketplaceVariables.DATA_DIR,
    DATABASE_URL: databaseUrl,
    FEEDS_LOOPBACK: feedsLoopback,
    EMBARGO: embargo,
    /** An import reports photographs of other hosts. */
    IMAGE_HOSTS: imageHosts.default([]),
    /** `idle` runs after all other programs, which may take long on a busy machine; `low` always gets a small share. */
    IMPORT_PRIORITY: z
      .enum(importPriorities, { message: `must be one of ${importPriorities.join(', ')}` })
      .default('idle'),
  })
  .refine(...needsStoreKeys);
/** Every environment variable of the commands that work on a data folder. @throws EnvError */
export const readCommandEnv = (source: Variables): z.output<typeof command> => readVariables(command, source);
