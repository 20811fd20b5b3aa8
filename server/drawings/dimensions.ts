import { open, poly } from './geometry.js';
import { escapeText, path } from './text.js';

/**
 * Collects the dimension lines of one drawing (`span`, `lead`) and writes them (`toString`). An arrow measures 6 × 2.4;
 * the words are above the line. This class escapes them.
 */
export class Dims {
  private lines = '';
  private arrows = '';
  private texts = '';

  private arrow(x: number, y: number, ux: number, uy: number): void {
    const [bx, by] = [x - 6 * ux, y - 6 * uy];
    this.arrows += poly(x, y, bx - 1.2 * uy, by + 1.2 * ux, bx + 1.2 * uy, by - 1.2 * ux);
  }

  private text(x: number, y: number, words: string, turn: number, anchor: 'start' | 'middle' | 'end'): void {
    if (!words) return;
    const to = anchor === 'start' ? '' : ` text-anchor="${anchor}"`;
    const rotate = turn ? path` transform="rotate(${turn} ${x} ${y})"` : '';
    this.texts += path`<text x="${x}" y="${y}"${to}${rotate}>${escapeText(words)}</text>`;
  }

  /** Draws a distance between two places, at the offset (ex, ey) from them. */
  span(x1: number, y1: number, x2: number, y2: number, ex: number, ey: number, words: string): this {
    const l = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [ux, uy] = [(x2 - x1) / l, (y2 - y1) / l];
    const el = Math.hypot(ex, ey);
    const [nx, ny] = el ? [ex / el, ey / el] : [0, 0];
    const [ax, ay, bx, by] = [x1 + ex, y1 + ey, x2 + ex, y2 + ey];
    for (const [x, y] of el ? [[x1, y1] as const, [x2, y2] as const] : []) {
      this.lines += open(x + nx * 2, y + ny * 2, x + nx * (el + 2.5), y + ny * (el + 2.5));
    }
    if (l < Math.max(14, Math.abs(ux) * words.length * 4.3 + 3)) return this.tight(ax, ay, bx, by, ux, uy, words);
    this.lines += open(ax, ay, bx, by);
    this.arrow(ax, ay, -ux, -uy);
    this.arrow(bx, by, ux, uy);
    let turn = (Math.atan2(uy, ux) * 180) / Math.PI;
    if (turn > 89.9) turn -= 180;
    if (turn < -90.1) turn += 180;
    const n = (turn * Math.PI) / 180;
    this.text((ax + bx) / 2 + 2.4 * Math.sin(n), (ay + by) / 2 - 2.4 * Math.cos(n), words, turn, 'middle');
    return this;
  }

  /** Draws a short distance: arrows from outside, words beside it, on the right if they fit there. */
  private tight(ax: number, ay: number, bx: number, by: number, ux: number, uy: number, words: string): this {
    this.lines += open(ax - 9 * ux, ay - 9 * uy, bx + 9 * ux, by + 9 * uy);
    this.arrow(ax, ay, ux, uy);
    this.arrow(bx, by, -ux, -uy);
    const right = Math.max(ax, bx) + (Math.abs(ux) > 0.7 ? 11 : 3.5);
    const left = Math.min(ax, bx) - (Math.abs(ux) > 0.7 ? 11 : 3.5);
    const fits = right + words.length * 4.3 < 199;
    this.text(fits ? right : left, (ay + by) / 2 + 2.4, words, 0, fits ? 'start' : 'end');
    return this;
  }

  /** Draws a line from a feature to its words. */
  lead(x: number, y: number, tx: number, ty: number, words: string, anchor: 'start' | 'end'): this {
    this.lines += open(x, y, tx, ty, tx + (anchor === 'start' ? 3 : -3), ty);
    this.text(tx + (anchor === 'start' ? 5 : -5), ty + 2.5, words, 0, anchor);
    return this;
  }

  toString(): string {
    if (!this.lines) return '';
    const words = `<path d="${this.arrows}"/>${this.texts}`;
    return `<path stroke-width=".75" d="${this.lines}"/><g fill="currentColor" stroke="none">${words}</g>`;
  }
}
