import { z } from 'zod';
import { type AxlePosition, positions } from '../../views/axle-positions.js';
import { informationPages } from '../../views/links.js';
import { type Language, languages } from '../contract/languages.js';
import { type Locale, locales } from '../contract/locales.js';
import { type ColourSettings, coloursSchema, weakPairs } from './colours.js';
import { type Identity, identitySchema } from './identity.js';
import {
  besideShopFile,
  checkedContent,
  type Mistake,
  namedValues,
  readShopFileContent,
  refuseMistakes,
  shopKeys,
} from './shop-file-content.js';
import { checkedLabel, markBytes, noticeBytes, readSvg, type SvgDrawing, SvgError } from './svg-file.js';

const axlePositions = positions.map(({ key }) => key);
/** Pages that may be on another site: those of the footer, and the login (D11). */
const linkedPages = [...informationPages, 'login'] as const;
type LinkedPage = (typeof linkedPages)[number];

function label(most: number) {
  const message = `must be a text of 1 to ${most} characters`;
  return z.string({ message }).trim().min(1, message).max(most, message);
}
const httpsAddress = z
  .string()
  .refine(
    (text) => URL.parse(text)?.protocol === 'https:',
    'must be an https address such as https://www.example.de/about',
  );

/** Keys that an edition may replace. */
const part = {
  identity: identitySchema.optional(),
  services: z
    .strictObject({ delivery: z.array(label(40)).max(12).optional(), payment: z.array(label(40)).max(12).optional() })
    .optional(),
  socialLinks: z
    .array(z.strictObject({ name: label(40), address: httpsAddress }))
    .max(12)
    .optional(),
  pages: namedValues(linkedPages, httpsAddress).optional(),
};

const schema = z.strictObject({
  name: label(40).optional(),
  logo: label(400).optional(),
  icon: label(400).optional(),
  guaranteeNotice: namedValues(languages, label(400)).optional(),
  durabilityLabel: label(400).optional(),
  colours: coloursSchema.optional(),
  rating: z
    .union([z.enum(['own', 'none']), z.strictObject({ trustedShops: z.string().regex(/^X[0-9A-Z]{3,63}$/i) })], {
      message: 'must be "own", "none", or {"trustedShops": "X…"} with the id of an account at Trusted Shops',
    })
    .optional(),
  frontAxle: namedValues(
    axlePositions,
    z.string().regex(/^\d{1,15}$/, 'must be the id of a category in quotes'),
  ).optional(),
  ...part,
  editions: namedValues(locales, z.strictObject(part))
    .refine((editions) => Object.keys(editions).length > 0, 'must name an edition')
    .optional(),
  // The marketplace reads these.
  feeds: z.unknown().optional(),
  webhooks: z.unknown().optional(),
});

export interface EditionSettings {
  readonly identity: Identity;
  readonly deliveryServices: readonly string[];
  readonly paymentServices: readonly string[];
  readonly socialLinks: readonly { readonly name: string; readonly href: string }[];
  /** Addresses of pages on other sites. */
  readonly pages: Readonly<Partial<Record<LinkedPage, string>>>;
}
export type RatingSource = 'own' | 'none' | { readonly trustedShops: string };
/** The checked settings of the shop. */
export interface ShopSettings {
  readonly name: string;
  readonly logo: SvgDrawing | null;
  readonly icon: SvgDrawing | null;
  /** The official notices on the legal guarantee, by language. */
  readonly guaranteeNotice: Readonly<Partial<Record<Language, SvgDrawing>>>;
  /** The official label of a maker's guarantee, with places for its values. */
  readonly durabilityLabel: SvgDrawing | null;
  readonly colours: ColourSettings;
  readonly rating?: RatingSource;
  /** Ids of categories by the positions of the drawing of a front axle; null for no drawing. */
  readonly frontAxle: Readonly<Partial<Record<AxlePosition, string>>> | null;
  readonly editions: ReadonlyMap<Locale, EditionSettings>;
  /** Keys of the file, in an edition or for all. */
  readonly keys: ReadonlySet<string>;
}

type Part = z.output<z.ZodObject<typeof part>>;
function editionSettings(common: Part, own: Part): EditionSettings {
  const services = { ...common.services, ...own.services };
  return {
    identity: { ...common.identity, ...own.identity },
    deliveryServices: services.delivery ?? [],
    paymentServices: services.payment ?? [],
    socialLinks: (own.socialLinks ?? common.socialLinks ?? []).map(({ name, address }) => ({ name, href: address })),
    pages: { ...common.pages, ...own.pages },
  };
}

/**
 * Reads the settings of the shop from the operator's file, once, at the start.
 * @returns null where there is no file, or where it has no key of the shop
 * @throws ShopFileError with a sentence for each mistake
 */
export function readShopSettings(dataDir: string): ShopSettings | null {
  const read = readShopFileContent(dataDir);
  if (!read) return null;
  const content = checkedContent(schema, read);
  const parts = [content, ...Object.values(content.editions ?? {})];
  const keys = new Set(shopKeys.filter((key) => parts.some((each) => key in each)));
  if (keys.size === 0) return null;
  const mistakes: Mistake[] = [];
  const drawing = (field: readonly string[], path: string | undefined, bytes = markBytes): SvgDrawing | null => {
    if (path === undefined) return null;
    try {
      const read = readSvg(besideShopFile(dataDir, path), field[0] === 'icon', bytes);
      return field[0] === 'durabilityLabel' ? checkedLabel(read) : read;
    } catch (error) {
      if (!(error instanceof SvgError)) throw error;
      mistakes.push({ path: field, message: error.message });
      return null;
    }
  };
  const [logo, icon] = [drawing(['logo'], content.logo), drawing(['icon'], content.icon)];
  const notices = languages.flatMap((language) => {
    const notice = drawing(['guaranteeNotice', language], content.guaranteeNotice?.[language], noticeBytes);
    return notice ? [[language, notice] as const] : [];
  });
  const durabilityLabel = drawing(['durabilityLabel'], content.durabilityLabel, noticeBytes);
  const colours = content.colours ?? { light: {}, dark: {} };
  for (const { scheme, name, message } of weakPairs(colours))
    mistakes.push({ path: ['colours', scheme, name], message });
  const { name } = content;
  if (name === undefined) mistakes.push({ path: ['name'], message: 'is missing: what the shop is called' });
  refuseMistakes(read, mistakes);
  const named = locales.filter((locale) => content.editions === undefined || content.editions[locale] !== undefined);
  return {
    name: name ?? '',
    logo,
    icon,
    guaranteeNotice: Object.fromEntries(notices),
    durabilityLabel,
    colours,
    ...(content.rating !== undefined && { rating: content.rating }),
    frontAxle: content.frontAxle ?? null,
    editions: new Map(named.map((locale) => [locale, editionSettings(content, content.editions?.[locale] ?? {})])),
    keys,
  };
}
