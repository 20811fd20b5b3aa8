import { usePage } from '../context.js';
import './logo-or-monogram.css';

interface Props {
  kind: 'brands' | 'makes';
  name: string;
  /** As in the address of its page. */
  seoName: string;
  /** Address of a logo that the marketplace names. */
  logo?: string | null;
}

/** At most three letters: the first of each word, or the first of the only one. */
const monogram = (name: string): string =>
  name
    .split(/[\s-]+/)
    .slice(0, 3)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();

/** The operator's logo of a manufacturer, else its initials, beside its name. */
export function LogoOrMonogram({ kind, name, seoName, logo }: Props) {
  const address = usePage().localPicture(kind, seoName) ?? logo;
  return address ? (
    <img className="brand-mark" loading="lazy" src={address} width={160} height={60} alt="" />
  ) : (
    <span className="brand-mark brand-letters" aria-hidden="true">
      {monogram(name)}
    </span>
  );
}
