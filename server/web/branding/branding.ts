import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { LogoPicture } from '../../../views/context.js';
import type { Translate } from '../../../views/formats.js';
import type { DurabilityGuarantee } from '../../contract/articles.js';
import { type Language, languages } from '../../contract/languages.js';
import { coloursCss, type Palettes, palettesOf } from '../../shop-file/colours.js';
import type { ShopSettings } from '../../shop-file/shop-settings.js';
import type { SvgDrawing } from '../../shop-file/svg-file.js';
import { rawPath } from '../http/edition-path.js';
import { type Inline, inline } from '../http/inline.js';
import type { SigningKeys } from '../http/signing-keys.js';
import { drawGuaranteeNotice } from '../law/draw-guarantee-notice.js';
import { createDurabilityLabels } from '../law/durability-label.js';
import { drawIcons, type IconName, iconNames } from './draw-icons.js';

/** Logo, icons, colours and legal notices of a shop, read from the operator's file at the start. */
export interface Branding {
  /** The operator's logo; null if the shop writes its name instead. */
  readonly logo: LogoPicture | null;
  /** The notice on the legal guarantee by language: the operator's file, or the shop's own drawing. */
  guaranteeNotice(language: Language): LogoPicture;
  /** The label of a maker's guarantee in the operator's file; null without such a file. */
  durabilityLabel(guarantee: DurabilityGuarantee): LogoPicture | null;
  /** Colours of the browser's frame. */
  readonly palettes: Palettes;
  /** Colours of the file that replace those of the design, pinned in the CSP by hash; null without any. */
  readonly style: Inline | null;
  /** Serves logo and icons; those of the file take precedence over those of the design. */
  readonly serve: RequestHandler;
}

const forADay = 'public, max-age=86400';
const forAYear = 'public, max-age=31536000, immutable';
const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex').slice(0, 8);

/** Draws a ring in the shop's colours, for shops without an icon of their own. */
function plainIcon({ light }: Palettes): SvgDrawing {
  const { ink, signal } = light;
  const bytes = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="2" fill="${ink}"/>` +
      `<circle cx="16" cy="16" r="8.5" fill="none" stroke="${signal}" stroke-width="5"/></svg>`,
  );
  return { bytes, width: 32, height: 32 };
}

interface ImageFile {
  type: string;
  cache: string;
  bytes(): Buffer | Promise<Buffer>;
}

interface Notice {
  picture: LogoPicture;
  file: ImageFile;
}

/** Returns the notice on the legal guarantee by language: the operator's file, or a drawing made on first use. */
function noticesOf(own: ShopSettings['guaranteeNotice'], textsOf: (language: Language) => Translate) {
  const known = new Map<Language, Notice>();
  return (language: Language): Notice => {
    const kept = known.get(language);
    if (kept) return kept;
    const { bytes, width, height } = own[language] ?? drawGuaranteeNotice(textsOf(language), language);
    const picture = { src: `/guarantee-${language}-${hashOf(bytes)}.svg`, width, height };
    const notice = { picture, file: { type: 'image/svg+xml', cache: forAYear, bytes: () => bytes } };
    known.set(language, notice);
    return notice;
  };
}

/** Returns the shop's files by address. Icons of pixels are drawn on the first request for one. */
function filesOf(icon: SvgDrawing, ground: string, logo: SvgDrawing | null, address: string): Map<string, ImageFile> {
  let drawing: Promise<Record<IconName, Buffer>> | undefined;
  const drawn = async (name: IconName): Promise<Buffer> => {
    drawing ??= drawIcons(icon.bytes, icon.width, ground);
    return (await drawing)[name];
  };
  const svg = 'image/svg+xml';
  const pixels = (name: IconName): [string, ImageFile] => [
    `/${name}`,
    { type: name.endsWith('.ico') ? 'image/x-icon' : 'image/png', cache: forADay, bytes: () => drawn(name) },
  ];
  return new Map<string, ImageFile>([
    ['/icon.svg', { type: svg, cache: forADay, bytes: () => icon.bytes }],
    ...iconNames.map(pixels),
    ...(logo ? [[address, { type: svg, cache: forAYear, bytes: () => logo.bytes }] satisfies [string, ImageFile]] : []),
  ]);
}

const serveFiles =
  (fileAt: (path: string) => ImageFile | undefined): RequestHandler =>
  async (request, response, next) => {
    const file = request.method === 'GET' || request.method === 'HEAD' ? fileAt(rawPath(request)) : undefined;
    if (!file) return next();
    request.notes.route = 'static';
    const bytes = await file.bytes();
    const etag = `"${hashOf(bytes)}"`;
    response.setHeader('Cache-Control', file.cache);
    response.setHeader('ETag', etag);
    response.setHeader('Content-Type', file.type);
    if (request.get('if-none-match') === etag) return void response.status(304).end();
    response.setHeader('Content-Length', bytes.length);
    response.end(request.method === 'HEAD' ? undefined : bytes);
  };

/**
 * @param settings null for the design's own branding in the folder of static files
 * @param textsOf texts of the first edition with the language
 * @param keys sign the addresses of labels
 */
export function createBranding(
  settings: Pick<ShopSettings, 'logo' | 'icon' | 'colours' | 'guaranteeNotice' | 'durabilityLabel'> | null,
  textsOf: (language: Language) => Translate,
  keys: SigningKeys,
): Branding {
  const colours = settings?.colours ?? { light: {}, dark: {} };
  const palettes = palettesOf(colours);
  const css = coloursCss(colours);
  const logo = settings?.logo ?? null;
  const src = logo ? `/logo-${hashOf(logo.bytes)}.svg` : '';
  const [icon, ground] = settings?.icon
    ? [settings.icon, palettes.light.paper]
    : [plainIcon(palettes), palettes.light.ink];
  const notice = noticesOf(settings?.guaranteeNotice ?? {}, textsOf);
  const labels = createDurabilityLabels(settings?.durabilityLabel ?? null, keys);
  const files = settings ? filesOf(icon, ground, logo, src) : new Map<string, ImageFile>();
  const noticeAt = (path: string): ImageFile | undefined => {
    const language = languages.find((each) => path.startsWith(`/guarantee-${each}-`));
    const own = language && notice(language);
    return own?.picture.src === path ? own.file : undefined;
  };
  const labelAt = (path: string): ImageFile | undefined => {
    const bytes = labels.fileAt(path);
    return bytes ? { type: 'image/svg+xml', cache: forAYear, bytes: () => bytes } : undefined;
  };
  return {
    durabilityLabel: labels.pictureOf,
    guaranteeNotice: (language) => notice(language).picture,
    logo: logo && { src, width: logo.width, height: logo.height },
    palettes,
    style: css === '' ? null : inline(css),
    serve: serveFiles((path) => files.get(path) ?? noticeAt(path) ?? labelAt(path)),
  };
}
