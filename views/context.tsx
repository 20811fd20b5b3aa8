import { createContext, useContext } from 'react';
import type { DurabilityGuarantee } from '../server/contract/articles.js';
import type { Country, Formats, Translate } from './formats.js';
import type { Url } from './links.js';
import type { LocalPicture } from './local-picture.js';
import type { Rating } from './models.js';
import type { Drawings, Photograph } from './picture-widths.js';

/** Properties of an edition that views show (D1). */
export interface ViewEdition {
  locale: string;
  language: string;
  country: string;
  hasLogin: boolean;
  hasMerchantPages: boolean;
  hasKeyNumbers: boolean;
  hasPlates: boolean;
  /** SEO names of the ten manufacturers shown first. */
  topManufacturers: readonly string[];
}
/** A picture of the operator, with the size that reserves its space. */
export interface LogoPicture {
  src: string;
  width: number;
  height: number;
}
interface ShopWords {
  /** Contact address; null if the operator gave none. */
  email: string | null;
  deliveryServices: readonly string[];
  paymentServices: readonly string[];
}

/** Data for every view, without data about the visitor: a page is the same for its edition and country (D27). */
export interface PageContext {
  edition: ViewEdition;
  country: Country;
  t: Translate;
  format: Formats;
  url: Url;
  photograph: Photograph;
  localPicture: LocalPicture;
  /** SVG elements of drawings in the first view, by the image's address. They are part of the page. */
  drawings: Drawings;
  shopName: string;
  logo: LogoPicture | null;
  /** Notice on the legal guarantee in the edition's language. */
  guaranteeNotice: LogoPicture;
  /** Returns the label of a maker's guarantee; null without an operator's file. */
  durabilityLabel: (guarantee: DurabilityGuarantee) => LogoPicture | null;
  words: ShopWords;
  /** The operator's pages on social networks. */
  socialLinks: readonly { name: string; href: string }[];
  /** Environments other than the live one show a banner (D75). */
  environment: 'live' | 'local' | 'remote' | 'staging';
  /** Legal data of the operator are missing; the page says so. */
  isIncomplete: boolean;
  /** The catalogue is a demonstration; the page says so. */
  isDemonstration: boolean;
  /** Rating of the shop; null if it shows none. */
  rating: Rating | null;
  /** The same page in each edition, or its home page if the edition lacks the page (D60). */
  editionLinks: readonly { locale: string; name: string; href: string; current: boolean }[];
  /** Path and query of this page, to which forms return. */
  path: string;
}

const Context = createContext<PageContext | null>(null);
export const PageContextProvider = Context.Provider;

const AnchorContext = createContext('');
export const AnchorProvider = AnchorContext.Provider;

/**
 * Returns the id of an element that occurs once on a page. Where it occurs several times, as on the page of components,
 * an `AnchorProvider` adds a prefix.
 */
export const useAnchor = (name: string): string => `${useContext(AnchorContext)}${name}`;

/** Returns the page's context. Throws outside a page and inside islands, which get only props. */
export function usePage(): PageContext {
  const context = useContext(Context);
  if (!context) throw new Error('usePage() outside a page: islands get their words as props');
  return context;
}
