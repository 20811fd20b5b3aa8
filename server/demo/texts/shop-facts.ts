/** What a shop's terms and cancellation policy say about it. Names are escaped for HTML, money is written out. */
export interface ShopFacts {
  readonly name: string;
  readonly company: string;
  readonly street: string;
  readonly postcode: string;
  readonly city: string;
  readonly email: string;
  readonly phone: string;
  readonly returnDays: number;
  /** Null: the shop pays for returns. */
  readonly returnCost: string | null;
  readonly freeFrom: string | null;
  readonly handlingDays: number;
  /** Chooses between paragraphs that say the same in other words: 0 or 1. */
  readonly voice: number;
}

/** Headings and paragraphs; a heading starts with `# `, a list is an array. */
export type Block = string | readonly string[];

/** HTML of the few elements that shop texts may use. */
export function html(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      if (typeof block !== 'string') return `<ul>${block.map((item) => `<li>${item}</li>`).join('')}</ul>`;
      return block.startsWith('# ') ? `<h2>${block.slice(2)}</h2>` : `<p>${block}</p>`;
    })
    .join('');
}

export function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
