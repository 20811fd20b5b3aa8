const german: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue', ß: 'ss' };
const letters: Record<string, string> = {
  ø: 'o',
  Ø: 'O',
  æ: 'ae',
  Æ: 'Ae',
  œ: 'oe',
  Œ: 'Oe',
  ł: 'l',
  Ł: 'L',
  '&': '-',
};

/**
 * Returns a text as part of an address: ASCII letters, digits and hyphens. ä becomes ae in German, a elsewhere (D59).
 */
export function slugOf(text: string, language: string): string {
  const spelled = text.replace(/[äöüÄÖÜß]/g, (c) => (language === 'de' || c === 'ß' ? (german[c] ?? c) : c));
  const ascii = spelled
    .replace(/[øØæÆœŒłŁ&]/g, (c) => letters[c] ?? c)
    .normalize('NFD')
    .replace(/\p{M}/gu, '');
  return (
    ascii
      .replace(/['’]/g, '')
      .replace(/[^A-Za-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'x'
  );
}
