import type { Translate } from '../../../views/formats.js';
import type { Language } from '../../contract/languages.js';
import type { SvgDrawing } from '../../shop-file/svg-file.js';
import noticeCodes from './notice-codes.json' with { type: 'json' };

/** The regulation (EU) 2025/1960 forbids a grey notice on line. */
const blue = '#003399';
const yellow = '#FFED00';
const width = 595;
const margin = 36;
const leading = 1.35;
/** Greatest width of a letter in relation to its size, in common sans serifs. */
const letter = 0.54;
const boldLetter = 0.62;

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** Breaks a text into lines of a width. */
function linesOf(text: string, size: number, isBold: boolean, room: number): string[] {
  const most = Math.floor(room / (size * (isBold ? boldLetter : letter)));
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= most) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

interface Paragraph {
  readonly text: string;
  readonly mark?: string;
  readonly size?: number;
  readonly weight?: number;
  readonly gap?: number;
}

/** Draws paragraphs below each other from `top` on. */
function written(paragraphs: readonly Paragraph[], top: number): { svg: string; bottom: number } {
  let y = top;
  let svg = '';
  for (const { text, mark, size = 14, weight = 400, gap = 8 } of paragraphs) {
    const left = margin + (mark === undefined ? 0 : 22);
    y += gap;
    if (mark !== undefined) svg += `<text x="${margin + 6}" y="${y + size}" font-size="${size}">${mark}</text>`;
    for (const line of linesOf(text, size, weight > 400, width - margin - left)) {
      y += size * leading;
      svg += `<text x="${left}" y="${(y - size * (leading - 1)).toFixed(1)}" font-size="${size}" font-weight="${weight}">${escaped(line)}</text>`;
    }
  }
  return { svg, bottom: y };
}

/**
 * Draws the QR code (ISO/IEC 18004, level M) of Your Europe's page on legal guarantees, with its quiet zone of four
 * modules. Each row is a number in base 36, whose binary ones are dark modules, the leftmost first.
 */
function code(language: Language, x: number, y: number, side: number): string {
  const rows = noticeCodes[language].split(' ');
  const size = rows.length;
  const dark = rows.flatMap((row, at) => {
    let value = 0n;
    for (const digit of row) value = value * 36n + BigInt(Number.parseInt(digit, 36));
    const bits = value.toString(2).padStart(size, '0');
    return [...bits.matchAll(/1+/g)].map(
      ({ 0: run, index }) => `M${index + 4} ${at + 4}h${run.length}v1h-${run.length}z`,
    );
  });
  const scale = side / (size + 8);
  return `<g transform="translate(${x} ${y}) scale(${scale.toFixed(4)})"><path fill="#fff" d="M0 0h${size + 8}v${size + 8}H0z"/><path shape-rendering="crispEdges" d="${dark.join('')}"/></g>`;
}

/**
 * Draws the notice on the legal guarantee with the words of Annex I to Regulation (EU) 2025/1960, as far as they are
 * legible (`test/duties/product-rules.ts`). The official file can replace the drawing.
 */
export function drawGuaranteeNotice(t: Translate, language: Language): SvgDrawing {
  const body = written(
    [
      { text: t('notice:lead'), size: 17, weight: 700, gap: 14 },
      { text: t('notice:rights'), gap: 12 },
      { text: t('notice:rightsOne'), mark: '•', gap: 2 },
      { text: t('notice:rightsTwo'), mark: '•', gap: 2 },
      { text: t('notice:liable') },
      { text: t('notice:liableOne'), mark: '•', gap: 2 },
      { text: t('notice:liableTwo'), mark: '•', gap: 2 },
      { text: t('notice:longer') },
      { text: t('notice:more') },
    ],
    92,
  );
  const side = 112;
  const codeTop = body.bottom + 12;
  const rest = written(
    [
      { text: t('notice:what'), weight: 700, gap: 10 },
      { text: t('notice:stepOne'), mark: '1.', gap: 4 },
      { text: t('notice:stepTwo'), mark: '2.', gap: 2 },
      { text: t('notice:commercial'), gap: 12 },
    ],
    codeTop + side,
  );
  const height = Math.ceil(rest.bottom + margin);
  const bytes = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="Arial, Helvetica, sans-serif">` +
      `<rect width="${width}" height="${height}" fill="#fff"/>` +
      `<rect width="${width}" height="82" fill="${blue}"/><rect y="82" width="${width}" height="8" fill="${yellow}"/>` +
      `<text x="${margin}" y="51" font-size="23" font-weight="700" fill="#fff">${escaped(t('notice:title'))}</text>` +
      `${body.svg}${code(language, margin - 8, codeTop, side)}` +
      `<text x="${margin + side + 8}" y="${codeTop + side / 2 + 5}" font-size="15" font-weight="700" fill="${blue}">europa.eu/youreurope/${t('law:guarantee.target')}</text>` +
      `${rest.svg}<rect x="1.5" y="1.5" width="${width - 3}" height="${height - 3}" fill="none" stroke="${blue}" stroke-width="3"/></svg>`,
  );
  return { bytes, width, height };
}
