import { usePage } from '../context.js';
import './logo-or-monogram.css';

interface Props {
  kind: 'brands' | 'makes';
  name: string;
  /** SEO name in the address of its page. */
  seoName: string;
  /** Address of the logo from the marketplace. */
  logo?: string | null;
}

/** Returns at most three letters: the first of each word, or the first of a single word. */
const monogram = (name: string): string =>
  name
    .split(/[\s-]+/)
    .slice(0, 3)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();

/** A manufacturer's logo from the operator, else its initials. */
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
