/** Separates a found approval from the text around it. */
const mark = '\t';

/**
 * Patterns of approvals and standards of fluids, with their spelling in the catalogue; captured parts are capitalised.
 * A bare `C3` is omitted, because it may be a car.
 */
const families: readonly (readonly [pattern: RegExp, spelling: string])[] = [
  [
    /\b(?:vw|volkswagen|audi|seat|skoda)?[\s.-]*(?:norm|norma|norme|freigabe)?[\s.-]*(50\d|51[01])[\s.-]*(0\d)\b/gi,
    'VW $1 $2',
  ],
  [
    /\b(?:mb|mercedes(?:[\s-]*benz)?)?[\s-]*(?:freigabe|approval|homologation|blatt)?[\s-]*(2[23]\d|32\d)\.(\d{1,2})\b/gi,
    'MB $1.$2',
  ],
  [/\b(?:mb|mercedes(?:[\s-]*benz)?)[\s-]+(2[23]\d|32\d)[\s-]*(\d{1,2})\b/gi, 'MB $1.$2'],
  [/\b(?:bmw[\s-]*)?(?:ll|long\s*life)[\s-]*(\d{2})(?:[\s-]*(fe)\b(\+)?)?(?![\d])/gi, 'BMW LL-$1 $2$3'],
  [/\bacea[\s-]*([acef]\d{1,2}(?:\s*\/\s*[abcef]\d{1,2})*)\b/gi, 'ACEA $1'],
  [/\b(a\d\s*\/\s*b\d)\b/gi, 'ACEA $1'],
  [/\bapi[\s-]*(c[a-k])[\s-]*(4)\b/gi, 'API $1-$2'],
  [/\bapi[\s-]*(gl)[\s-]*(\d)\b/gi, 'API $1-$2'],
  [/\bapi[\s-]*(s[a-r]|c[a-k])\b/gi, 'API $1'],
  [/\b(?:ford)?[\s-]*(?:wss)?[\s-]*m2c[\s-]*(\d{3})[\s-]*([a-z]\d?)\b/gi, 'Ford WSS-M2C$1-$2'],
  [/\b(?:renault)?[\s-]*rn[\s-]*(07[012]0|17)(?:[\s-]*(fe)\b)?/gi, 'Renault RN$1 $2'],
  [/\b(?:psa)?[\s-]*b71[\s-]*(2\d{3})\b/gi, 'PSA B71 $1'],
  [/\b(?:gm|opel)?[\s-]*dexos[\s-]*(\d)\b/gi, 'GM dexos$1'],
  [/\b(?:fiat)?[\s-]*9\.55535[\s-]*([a-z]{1,2}\d?)\b/gi, 'Fiat 9.55535-$1'],
  [/\bporsche[\s-]*([ac]\d{2})\b/gi, 'Porsche $1'],
];

/** Finds the approvals in a text and replaces each by the result of `write`; null keeps it. */
function rewritten(text: string, write: (approval: string) => string | null): { found: string[]; text: string } {
  const found: string[] = [];
  let rest = text;
  for (const [pattern, spelling] of families) {
    rest = rest.replace(pattern, (written, ...parts: unknown[]) => {
      const partOf = (number: string): string => String(parts[Number(number) - 1] ?? '').toUpperCase();
      const approval = spelling.replace(/\$(\d)/g, (_, number) => partOf(number).replace(/\s/g, '')).trim();
      const replacement = write(approval);
      if (replacement === null) return written;
      found.push(approval);
      return `${mark}${replacement}${mark}`;
    });
  }
  return { found, text: rest.replaceAll(mark, ' ').replace(/\s+/g, ' ').trim() };
}

/**
 * Returns the approvals and standards of a text in the catalogue's spelling, without repetition: `VW 504.00/507.00,
 * MB-Freigabe 229.51` becomes `VW 504 00`, `VW 507 00`, `MB 229.51`. Unknown ones stay as written.
 * @param text separated by commas, semicolons, bars or lines
 */
export function approvalsOf(text: string): string[] {
  const approvals = text.split(/[,;|\n]/).flatMap((entry) => {
    const own = entry.trim().replace(/\s+/g, ' ');
    const bare = /^[acef]\d{1,2}$/i.test(own) ? `ACEA ${own}` : own;
    const { found, text: rest } = rewritten(bare, () => '');
    return found.length > 0 && !/[\p{L}\p{N}]/u.test(rest) ? inWrittenOrder(bare, found) : [own];
  });
  return [...new Set(approvals.filter((each) => each !== ''))];
}

/** Restores the order of the text: families are searched one after the other. */
function inWrittenOrder(text: string, found: readonly string[]): string[] {
  const digits = (each: string) => each.replace(/^\w+ /, '').replace(/\D/g, '');
  const plain = text.replace(/[^\d]/g, '');
  return [...found].sort((a, b) => plain.indexOf(digits(a)) - plain.indexOf(digits(b)));
}

/**
 * Returns the word that finds an approval in a search. It contains only letters, digits as `a` to `j`, so that it is no
 * number. The last letter keeps `229.5` from matching `229.51`.
 */
export const approvalWord = (approval: string): string =>
  `${approval
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\+/g, 'plus')
    .replace(/[^a-z0-9]/g, '')
    .replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))}x`;

/**
 * Replaces each approval in a search by its word: `öl vw 507.00` becomes `öl vwfahaax`.
 * @param known words of the approvals that goods have; other approvals stay
 */
export const withApprovalWords = (term: string, known: Pick<ReadonlySet<string>, 'has'>): string =>
  rewritten(term, (approval) => {
    const word = approvalWord(approval);
    return known.has(word) ? word : null;
  }).text;

/** The form of several approvals in one attribute. */
export const joinApprovals = (approvals: readonly string[]): string => approvals.join(', ');
export const splitApprovals = (joined: string): string[] => joined.split(', ');
