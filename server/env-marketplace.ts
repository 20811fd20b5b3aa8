import { z } from 'zod';
import { countries } from './contract/countries.js';
import {
  address,
  flag,
  host,
  isGuardedUrl,
  readVariables,
  secretFile,
  text,
  type Variables,
  whole,
} from './env-values.js';

/** `1`: feeds and webhooks may be on this machine, over plain http too; for trying out. */
const feedsLoopback = flag('0');

/** Countries as codes with commas; `none` = none. */
const embargo = z
  .string()
  .default('BY,RU')
  .transform((text) => (text === 'none' ? '' : text).split(',').flatMap((code) => code.trim().toUpperCase() || []))
  .refine((codes) => codes.every((code) => countries.includes(code)), {
    message: 'must name delivery countries by their codes, with commas, such as BY,RU',
  });

/** Database of PostgreSQL; may hold a password, so it is repeated nowhere. */
const databaseUrl = address(
  ({ protocol, hostname, pathname }) =>
    /^postgres(?:ql)?:$/.test(protocol) && hostname !== '' && /^\/[^/]+$/.test(pathname),
  'the address of a database of PostgreSQL, such as postgres://user:password@host:5432/partavo',
).optional();

/** Address of a register. @param place where in it goes what is sought @param example host and path */
const registerAddress = (place: string, example: string) =>
  z
    .string()
    .refine((text) => text.split(place).length === 2 && isGuardedUrl(text.replace(place, 'AA123ZZ')), {
      message: `must be an https address with ${place} in it, such as https://${example}/${place}`,
    })
    .optional();

/** A place that generations of the catalogue are handed through, and who may use it. */
export type StoreSettings =
  | { readonly kind: 'folder'; readonly path: string }
  | {
      readonly kind: 's3';
      readonly bucket: string;
      /** Empty, or with a slash at its end. */
      readonly prefix: string;
      /** Origin of the service; buckets are the first part of its paths. */
      readonly endpoint: string;
      readonly region: string;
      readonly keyId: string;
      readonly secret: string;
    };

const folderStore = /^folder:(.+)$/;
const s3Store = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?$/;
/**
 * What all programs that read or make a catalogue are told of the store; the names of AWS are those that its own tools
 * read.
 */
const storeVariables = {
  /** Where generations of the catalogue are handed from machine to machine; without it the data folder is by itself. */
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

/** A bucket is never open to everybody: refuses one without keys. */
export const needsStoreKeys = [
  (env: StoreVariables): boolean =>
    !env.CATALOGUE_STORE?.startsWith('s3:') || Boolean(env.AWS_ACCESS_KEY_ID && env.AWS_SECRET_ACCESS_KEY),
  {
    path: ['CATALOGUE_STORE'],
    message: 'must come with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY where it is a bucket',
  },
] satisfies [unknown, unknown];

/** The store that the variables name; null = none. */
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
  /** Word shared with the marketplace, which then gives offers of all shops to nobody else (specification 7). */
  MARKETPLACE_TRUST: z.string().min(16, 'must have at least 16 characters').optional(),
  /** Register of French plates that the marketplace asks, with `{plate}` where the plate goes (D30). */
  PLATES_URL: registerAddress('{plate}', 'register.example.fr/plates'),
  /** Registers of vehicles by VIN, by plate of the Netherlands, and by code of Austria, likewise. */
  VIN_URL: registerAddress('{vin}', 'register.example.de/vehicles'),
  PLATES_NL_URL: registerAddress('{plate}', 'register.example.nl/plates'),
  CODES_AT_URL: registerAddress('{code}', 'register.example.at/codes'),
  /** Server that the shop's mails are sent by, with user and password; without it none are sent. */
  SMTP_URL: address(
    ({ protocol, hostname }) => /^smtps?:$/.test(protocol) && hostname !== '',
    'an address such as smtps://user:password@mail.example.de or smtp://mail.example.de:587',
  ).optional(),
  /** Nobody may say that it ships there (Regulations (EU) 833/2014 and (EC) 765/2006 for vehicle parts). */
  EMBARGO: embargo,
  FEEDS_LOOPBACK: feedsLoopback,
  /** Sessions, carts, accounts and whatever else is written by visitors; without it in `state.db`. */
  DATABASE_URL: databaseUrl,
  DATABASE_CONNECTIONS: whole(1, 200, 'the most connections to the database').default(10),
  /** Word that opens the operator's console (D83); without it nobody is let in. */
  CONSOLE_TOKEN: text(32, 400, "the word that opens the operator's console").optional(),
  /** File with the same, for those who keep secrets in files. */
  CONSOLE_TOKEN_FILE: secretFile(32, 400, "the word that opens the operator's console").optional(),
  ...storeVariables,
};

type RegisterVariables = {
  readonly [Name in 'PLATES_URL' | 'VIN_URL' | 'PLATES_NL_URL' | 'CODES_AT_URL']?: string | undefined;
};
/** Addresses of registers by what they are asked for. */
export const registersOf = ({ PLATES_URL, VIN_URL, PLATES_NL_URL, CODES_AT_URL }: RegisterVariables) => ({
  plate: PLATES_URL,
  vin: VIN_URL,
  dutchPlate: PLATES_NL_URL,
  nationalCode: CODES_AT_URL,
});

/** The operator's word, from either variable; null where there is none. */
export const consoleTokenOf = ({
  CONSOLE_TOKEN: word,
  CONSOLE_TOKEN_FILE: fromFile,
}: {
  CONSOLE_TOKEN?: string | undefined;
  CONSOLE_TOKEN_FILE?: string | undefined;
}): string | null => word ?? fromFile ?? null;

/** What the threads of the marketplace are told of it. */
export const marketplaceSettings = (env: z.output<z.ZodObject<typeof marketplaceVariables>>) => ({
  trust: env.MARKETPLACE_TRUST,
  registers: registersOf(env),
  smtpUrl: env.SMTP_URL,
  embargo: env.EMBARGO,
  feedsLoopback: env.FEEDS_LOOPBACK,
  databaseUrl: env.DATABASE_URL,
  databaseConnections: env.DATABASE_CONNECTIONS,
  consoleToken: consoleTokenOf(env),
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

/** How much of a busy machine imports may have, from least to most. */
export const importPriorities = ['idle', 'low', 'normal'] as const;
const command = z
  .object({
    ...storeVariables,
    DATA_DIR: marketplaceVariables.DATA_DIR,
    DATABASE_URL: databaseUrl,
    FEEDS_LOOPBACK: feedsLoopback,
    EMBARGO: embargo,
    /**
     * `idle`: after everything else on the machine, which on one that is always busy may take long; `low`: a small
     * share always.
     */
    IMPORT_PRIORITY: z
      .enum(importPriorities, { message: `must be one of ${importPriorities.join(', ')}` })
      .default('idle'),
  })
  .refine(...needsStoreKeys);
/** Every environment variable of the commands that work on a data folder. @throws EnvError */
export const readCommandEnv = (source: Variables): z.output<typeof command> => readVariables(command, source);
