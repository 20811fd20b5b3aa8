import type { Block, ShopFacts } from './shop-facts.js';

export const terms = (f: ShopFacts): Block[] => [
  '# 1. Ambito e venditore',
  `Queste condizioni valgono per tutti gli ordini effettuati sul marketplace presso <strong>${f.name}</strong>. Il venditore è ${f.company}, ${f.street}, ${f.postcode} ${f.city}. Condizioni diverse valgono solo se le accettiamo espressamente.`,
  '# 2. Conclusione del contratto',
  f.voice
    ? 'La presentazione degli articoli non costituisce ancora un’offerta vincolante. Il contratto si conclude quando confermiamo la spedizione; la ricevuta automatica dell’ordine non è un’accettazione.'
    : 'Con l’invio dell’ordine Lei formula una proposta vincolante. La accettiamo con la conferma che riceve via e-mail, completa di articoli e prezzi.',
  '# 3. Prezzi, spedizione e cauzione',
  `I prezzi comprendono l’IVA. Le spese di spedizione dipendono dal Paese di consegna e compaiono nel carrello prima della conferma.${f.freeFrom ? ` In Italia la spedizione è gratuita a partire da ${f.freeFrom}.` : ''}`,
  'Per i ricambi rigenerati è prevista una cauzione. È indicata a parte e viene rimborsata appena riceviamo il pezzo usato, completo e non smontato.',
  '# 4. Consegna',
  `Gli articoli disponibili sono affidati al corriere entro ${f.handlingDays} giorni lavorativi. I pezzi ingombranti, come paraurti e marmitte, viaggiano separatamente con il supplemento indicato nell’offerta. Se un articolo non fosse disponibile, La avvisiamo subito e Le rimborsiamo quanto pagato.`,
  '# 5. Compatibilità e montaggio',
  'Prima del montaggio confronti codice, misure e limitazioni indicate con il Suo veicolo. I componenti di sicurezza vanno montati da un’officina. Un pezzo già montato può essere reso solo in caso di difetto.',
  '# 6. Garanzia',
  `Vale la garanzia legale di conformità di due anni dalla consegna. In caso di difetto scriva a ${f.email} indicando il numero d’ordine e allegando una foto; rispondiamo entro due giorni lavorativi.`,
  '# 7. Riserva di proprietà e controversie',
  'Gli articoli restano di nostra proprietà fino al pagamento completo. Si applica il diritto italiano, ferme restando le norme imperative a tutela del consumatore nel Suo Paese di residenza. In caso di disaccordo cerchiamo con Lei una soluzione amichevole.',
];

export const policy = (f: ShopFacts): Block[] => [
  '# Diritto di recesso',
  `Lei ha il diritto di recedere dal contratto entro quattordici giorni, senza indicarne le ragioni, a partire dal giorno in cui riceve l’ultimo articolo.${f.returnDays > 14 ? ` Inoltre accettiamo la restituzione di articoli non usati fino a <strong>${f.returnDays} giorni</strong> dalla consegna.` : ''}`,
  `Per esercitarlo ci invii una dichiarazione esplicita via e-mail a ${f.email} o per posta a ${f.company}, ${f.street}, ${f.postcode} ${f.city}. Può recedere anche online, con «Recedere dal contratto qui» in fondo a ogni pagina del marketplace. È sufficiente che la comunicazione parta prima della scadenza.`,
  '# Effetti del recesso',
  'Rimborsiamo tutti i pagamenti ricevuti, comprese le spese di consegna ordinaria, entro quattordici giorni dalla Sua comunicazione e con lo stesso mezzo di pagamento. Il rimborso può essere sospeso finché non riceviamo gli articoli o la prova della loro spedizione.',
  f.returnCost
    ? `Restituisca gli articoli entro quattordici giorni dalla comunicazione. Le spese di restituzione sono a Suo carico; con la nostra etichetta ammontano a <strong>${f.returnCost}</strong> per pacco.`
    : 'Restituisca gli articoli entro quattordici giorni dalla comunicazione. <strong>Le spese di restituzione sono a nostro carico</strong>; l’etichetta arriva via e-mail.',
  'Lei risponde solo della diminuzione di valore dovuta a una manipolazione diversa da quella necessaria per esaminare l’articolo. La preghiamo di ricordare:',
  [
    'rendere i pezzi nella confezione originale',
    'oli e liquidi si rendono solo non aperti',
    'la cauzione è rimborsata per intero se viene reso il pezzo nuovo',
  ],
  '# Modulo di recesso tipo',
  `All’attenzione di ${f.company}, ${f.street}, ${f.postcode} ${f.city}, ${f.email}: con la presente comunico il recesso dal contratto di vendita dei seguenti beni; ordinati il, ricevuti il, nome e indirizzo, data, firma (solo su carta).`,
];
