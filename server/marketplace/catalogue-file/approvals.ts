/** A family of approvals and standards of fluids: how people write them, and the one spelling that is kept. */
interface Family {
  /** Finds one wherever it stands in a text; what is captured makes the spelling. A bare `C3` is a car, too. */
  readonly pattern: RegExp;
  print(...parts: string[]): string;
}

/** Separates a found approval from the text around it. */
const mark = '\t';

const families: readonly Family[] = [
  {
    pattern:
      /\b(?:vw|volkswagen|audi|seat|skoda)?[\s.-]*(?:norm|norma|norme|freigabe)?[\s.-]*(50\d|51[01])[\s.-]*(0\d)\b/gi,
    print: (a, b) => `VW ${a} ${b}`,
  },
  {
    pattern:
      /\b(?:mb|mercedes(?:[\s-]*benz)?)?[\s-]*(?:freigabe|approval|homologation|blatt)?[\s-]*(2[23]\d|32\d)\.(\d{1,2})\b/gi,
    print: (a, b) => `MB ${a}.${b}`,
  },
  {
    pattern: /\b(?:mb|mercedes(?:[\s-]*benz)?)[\s-]+(2[23]\d|32\d)[\s-]*(\d{1,2})\b/gi,
    print: (a, b) => `MB ${a}.${b}`,
  },
  {
    pattern: /\b(?:bmw[\s-]*)?(?:ll|long\s*life)[\s-]*(\d{2})(?:[\s-]*(fe)\b(\+)?)?(?![\d])/gi,
    print: (year, economy, plus) => `BMW LL-${year}${economy ? ` ${economy.toUpperCase()}${plus ?? ''}` : ''}`,
  },
  {
    pattern: /\bacea[\s-]*([acef]\d{1,2}(?:\s*\/\s*[abcef]\d{1,2})*)\b/gi,
    print: (grade) => `ACEA ${grade.toUpperCase().replace(/\s/g, '')}`,
  },
  { pattern: /\b(a\d\s*\/\s*b\d)\b/gi, print: (grade) => `ACEA ${grade.toUpperCase().replace(/\s/g, '')}` },
  { pattern: /\bapi[\s-]*(s[a-r]|c[a-k](?:[\s-]*4)?|gl[\s-]*\d)\b/gi, print: printApi },
  { pattern: /\b(?:ford)?[\s-]*(?:wss)?[\s-]*m2c[\s-]*(\d{3})[\s-]*([a-z]\d?)\b/gi, print: printFord },
  { pattern: /\b(?:renault)?[\s-]*rn[\s-]*(07[012]0|17)(?:[\s-]*(fe)\b)?/gi, print: printRenault },
  { pattern: /\b(?:psa)?[\s-]*b71[\s-]*(2\d{3})\b/gi, print: (number) => `PSA B71 ${number}` },
  { pattern: /\b(?:gm|opel)?[\s-]*dexos[\s-]*(\d)\b/gi, print: (number) => `GM dexos${number}` },
  {
    pattern: /\b(?:fiat)?[\s-]*9\.55535[\s-]*([a-z]{1,2}\d?)\b/gi,
    print: (kind) => `Fiat 9.55535-${kind.toUpperCase()}`,
  },
  { pattern: /\bporsche[\s-]*([ac]\d{2})\b/gi, print: (kind) => `Porsche ${kind.toUpperCase()}` },
];

function printApi(kind: string): string {
  return `API ${kind
    .toUpperCase()
    .replace(/\s/g, '')
    .replace(/^(C[A-K]|GL)(\d)$/, '$1-$2')}`;
}
function printFord(number: string, letter: string): string {
  return `Ford WSS-M2C${number}-${letter.toUpperCase()}`;
}
function printRenault(number: string, economy?: string): string {
  return `Renault RN${number}${economy ? ' FE' : ''}`;
}

/** Approvals that a text names, and the text with each of them as `write` gives it; null leaves it as it is. */
function rewritten(text: string, write: (approval: string) => string | null): { found: string[]; text: string } {
  const found: string[] = [];
  let rest = text;
  for (const { pattern, print } of families) {
    rest = rest.replace(pattern, (written, ...matched: unknown[]) => {
      const parts = matched
        .slice(
          0,
          matched.findIndex((each) => typeof each === 'number'),
        )
        .map((each) => String(each ?? ''));
      const approval = print(...parts);
      const said = write(approval);
      if (said === null) return written;
      found.push(approval);
      return `${mark}${said}${mark}`;
    });
  }
  return { found, text: rest.replaceAll(mark, ' ').replace(/\s+/g, ' ').trim() };
}

/**
 * Approvals and standards as the catalogue keeps them, each once, in the order in which they are written:
 * `VW 504.00/507.00, MB-Freigabe 229.51` is `VW 504 00`, `VW 507 00`, `MB 229.51`. What belongs to no family that is
 * known stays as it is written.
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

/** Families are looked for one after the other; what they have found is put back into the order of the text. */
function inWrittenOrder(text: string, found: readonly string[]): string[] {
  const digits = (each: string) => each.replace(/^\w+ /, '').replace(/\D/g, '');
  const plain = text.replace(/[^\d]/g, '');
  return [...found].sort((a, b) => plain.indexOf(digits(a)) - plain.indexOf(digits(b)));
}

/**
 * The word under which a search finds an approval. Of letters alone, digits as `a` to `j`, so that nobody takes it for
 * a number; its last letter keeps `229.5` from being the beginning of `229.51`.
 */
export const approvalWord = (approval: string): string =>
  `${approval
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\+/g, 'plus')
    .replace(/[^a-z0-9]/g, '')
    .replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))}x`;

/**
 * A search in which each approval stands as the one word that finds it: `öl vw 507.00` is `öl vwfahaax`.
 * @param known words of the approvals that goods have: anything else is no approval but a number
 */
export const withApprovalWords = (term: string, known: Pick<ReadonlySet<string>, 'has'>): string =>
  rewritten(term, (approval) => {
    const word = approvalWord(approval);
    return known.has(word) ? word : null;
  }).text;

/** How the approvals of a product are kept in one attribute. */
export const joinApprovals = (approvals: readonly string[]): string => approvals.join(', ');
export const splitApprovals = (joined: string): string[] => joined.split(', ');
