import type { Language } from '../../contract/languages.js';

/** Two or three sentences about a part brand; `fields` are titles of root categories. */
export const brandSentences: Record<
  Language,
  readonly ((name: string, city: string, since: number, fields: string) => string)[]
> = {
  de: [
    (n, c, s, f) =>
      `${n} fertigt seit ${s} in ${c} Ersatzteile für Personenwagen. Schwerpunkte sind ${f}. Jedes Teil wird vor dem Versand gemessen und mit einer Chargennummer versehen.`,
    (n, c, s, f) =>
      `Seit ${s} liefert ${n} aus ${c} Teile für freie Werkstätten. Das Programm umfasst ${f}. Anleitungen liegen den meisten Artikeln bei.`,
  ],
  fr: [
    (n, c, s, f) =>
      `${n} fabrique depuis ${s} à ${c} des pièces pour voitures particulières. Ses spécialités : ${f}. Chaque pièce est contrôlée et porte un numéro de lot.`,
    (n, c, s, f) =>
      `Depuis ${s}, ${n} (${c}) fournit les garages indépendants. Le programme couvre : ${f}. La plupart des articles sont livrés avec une notice.`,
  ],
  es: [
    (n, c, s, f) =>
      `${n} fabrica desde ${s} en ${c} recambios para turismos. Sus especialidades son: ${f}. Cada pieza se mide antes del envío y lleva número de lote.`,
    (n, c, s, f) =>
      `Desde ${s}, ${n} suministra desde ${c} a talleres independientes. El programa abarca: ${f}. La mayoría de los artículos incluyen instrucciones.`,
  ],
  it: [
    (n, c, s, f) =>
      `${n} produce dal ${s} a ${c} ricambi per automobili. Le specialità sono: ${f}. Ogni pezzo viene misurato prima della spedizione e porta un numero di lotto.`,
    (n, c, s, f) =>
      `Dal ${s} ${n} rifornisce da ${c} le officine indipendenti. Il programma comprende: ${f}. La maggior parte degli articoli è fornita con istruzioni.`,
  ],
  nl: [
    (n, c, s, f) =>
      `${n} maakt sinds ${s} in ${c} onderdelen voor personenauto’s. De specialiteiten zijn: ${f}. Elk onderdeel wordt voor verzending gemeten en heeft een partijnummer.`,
    (n, c, s, f) =>
      `Sinds ${s} levert ${n} vanuit ${c} aan vrije garages. Het programma omvat: ${f}. Bij de meeste artikelen zit een handleiding.`,
  ],
};
