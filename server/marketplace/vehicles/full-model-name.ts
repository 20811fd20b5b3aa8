/** Maker, series without its chassis code, and model, as people say it: `Volkswagen Golf IV 1.9 TDI`. */
export function fullModelName(make: string, series: string, model: string): string {
  const short = series.replace(/\s*\([^)]*\)/g, '').trim();
  const start = short.toLowerCase().startsWith(make.toLowerCase()) ? short : `${make} ${short}`;
  return `${start} ${model}`;
}
