import { createContext, useContext } from 'react';
import type { DurabilityGuarantee } from '../server/contract/articles.js';
import type { Country, Formats, Translate } from './formats.js';
import type { Url } from './links.js';
import type { LocalPicture } from './local-picture.js';
import type { Rating } from './models.js';
import type { Photograph } from './picture-widths.js';

/** Outgoing links and services of one edition, as far as views show them (D1). */
export interface ViewEdition {
  locale: string;
  language: string;
  country: string;
  hasLogin: boolean;
  hasMerchantPages: boolean;
  hasKeyNumbers: boolean;
  hasPlates: boolean;
  /** SEO names of the ten manufacturers that stand first. */
  topManufacturers: readonly string[];
}
/** A logo of the operator: its address, and the sides that keep its place. */
export interface LogoPicture {
  src: string;
  width: number;
  height: number;
}
interface ShopWords {
  /** Where people write to; null while the operator has not told. */
  email: string | null;
  deliveryServices: readonly string[];
  paymentServices: readonly string[];
}

/** What every view may read. Nothing about the visitor: a page is the same for its edition and country (D27). */
export interface PageContext {
  edition: ViewEdition;
  country: Country;
  t: Translate;
  format: Formats;
  url: Url;
  photograph: Photograph;
  localPicture: LocalPicture;
  shopName: string;
  logo: LogoPicture | null;
  /** The notice on the legal guarantee in the language of the edition. */
  guaranteeNotice: LogoPicture;
  /** The label of a maker's guarantee; null where the operator has placed no file. */
  durabilityLabel: (guarantee: DurabilityGuarantee) => LogoPicture | null;
  words: ShopWords;
  /** The shop's own pages on social networks, as the operator names them. */
  socialLinks: readonly { name: string; href: string }[];
  /** Pages outside the live one say where they are (D75). */
  environment: 'live' | 'local' | 'remote' | 'staging';
  /** The operator has not told all that the law asks for; the page says so. */
  isIncomplete: boolean;
  /** The catalogue is made up; the page says so. */
  isDemonstration: boolean;
  /** What customers give the shop; null where the shop shows none. */
  rating: Rating | null;
  /** The same page in each edition, or its home where that edition lacks it (D60). */
  editionLinks: readonly { locale: string; name: string; href: string; current: boolean }[];
  /** Path and query of this page, for forms that return here. */
  path: string;
}

const Context = createContext<PageContext | null>(null);
export const PageContextProvider = Context.Provider;

const AnchorContext = createContext('');
export const AnchorProvider = AnchorContext.Provider;

/**
 * Id of something that comes once on a page, as addresses and scripts know it: the name itself. Where a page shows it
 * several times, as that of the components does, each stands in an `AnchorProvider` with a beginning of its own.
 */
export const useAnchor = (name: string): string => `${useContext(AnchorContext)}${name}`;

/** The context of the page being rendered; throws outside a page, and inside islands, which get props only. */
export function usePage(): PageContext {
  const context = useContext(Context);
  if (!context) throw new Error('usePage() outside a page: islands get their words as props');
  return context;
}
