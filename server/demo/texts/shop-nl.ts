import type { Block, ShopFacts } from './shop-facts.js';

export const terms = (f: ShopFacts): Block[] => [
  '# 1. Toepassing en verkoper',
  `Deze voorwaarden gelden voor alle bestellingen die u via de marktplaats plaatst bij <strong>${f.name}</strong>. Uw verkoper is ${f.company}, ${f.street}, ${f.postcode} ${f.city}. Afwijkende voorwaarden gelden alleen als wij daar uitdrukkelijk mee instemmen.`,
  '# 2. Totstandkoming van de overeenkomst',
  f.voice
    ? 'De weergave van de artikelen is nog geen bindend aanbod. De overeenkomst komt tot stand zodra wij de verzending bevestigen; de automatische ontvangstbevestiging is nog geen aanvaarding.'
    : 'Met uw bestelling doet u ons een bindend voorstel. Wij aanvaarden het met de bevestiging die u per e-mail ontvangt, met daarin alle artikelen en prijzen.',
  '# 3. Prijzen, verzending en statiegeld',
  `Alle prijzen zijn inclusief btw. De verzendkosten hangen af van het land van levering en staan in de winkelwagen voordat u bestelt.${f.freeFrom ? ` Binnen Nederland verzenden wij gratis vanaf ${f.freeFrom}.` : ''}`,
  'Voor gereviseerde onderdelen rekenen wij statiegeld. Het staat apart naast de prijs en wordt terugbetaald zodra het oude onderdeel compleet bij ons binnen is.',
  '# 4. Levering',
  `Artikelen op voorraad geven wij binnen ${f.handlingDays} werkdagen aan de vervoerder mee. Grote onderdelen, zoals bumpers en uitlaten, reizen apart; de toeslag staat bij de aanbieding. Is een artikel toch niet leverbaar, dan hoort u dat meteen en krijgt u uw geld terug.`,
  '# 5. Passend onderdeel en montage',
  'Vergelijk vóór de montage het artikelnummer, de maten en de genoemde voorwaarden met uw auto. Laat onderdelen die met veiligheid te maken hebben door een vakman monteren. Een gemonteerd onderdeel nemen wij alleen bij een gebrek terug.',
  '# 6. Garantie',
  `U hebt recht op een deugdelijk product volgens de wettelijke garantie. Meld een gebrek via ${f.email} met het bestelnummer en een foto; u krijgt binnen twee werkdagen antwoord.`,
  '# 7. Eigendom en geschillen',
  'De artikelen blijven ons eigendom tot de volledige betaling. Nederlands recht is van toepassing, met behoud van de dwingende bescherming in het land waar u woont. Komen wij er samen niet uit, dan kunt u het geschil aan de rechter in uw woonplaats voorleggen.',
];

export const policy = (f: ShopFacts): Block[] => [
  '# Herroepingsrecht',
  `U kunt de overeenkomst binnen veertien dagen zonder opgave van redenen herroepen. De termijn loopt vanaf de dag waarop u het laatste artikel hebt ontvangen.${f.returnDays > 14 ? ` Daarna nemen wij ongebruikte artikelen vrijwillig terug tot <strong>${f.returnDays} dagen</strong> na ontvangst.` : ''}`,
  `Om te herroepen stuurt u ons een duidelijke verklaring, per e-mail aan ${f.email} of per post aan ${f.company}, ${f.street}, ${f.postcode} ${f.city}. U kunt ook online herroepen, met ‘Overeenkomst hier herroepen’ onder aan elke pagina van de marktplaats. Het is voldoende dat u uw verklaring vóór het einde van de termijn verzendt.`,
  '# Gevolgen van de herroeping',
  'Wij betalen alle ontvangen bedragen terug, ook de kosten van de standaardlevering, uiterlijk veertien dagen na uw herroeping en via hetzelfde betaalmiddel. Wij mogen wachten tot de artikelen terug zijn of tot u de verzending hebt aangetoond.',
  f.returnCost
    ? `Stuur de artikelen binnen veertien dagen na uw herroeping terug. De retourkosten zijn voor uw rekening; met ons retourlabel bedragen ze <strong>${f.returnCost}</strong> per pakket.`
    : 'Stuur de artikelen binnen veertien dagen na uw herroeping terug. <strong>De retourkosten zijn voor onze rekening</strong>; het label krijgt u per e-mail.',
  'U bent alleen aansprakelijk voor waardevermindering door gebruik dat verder gaat dan nodig is om het artikel te beoordelen. Let daarbij op het volgende:',
  [
    'stuur onderdelen in de originele verpakking terug',
    'olie en vloeistoffen alleen ongeopend retourneren',
    'het statiegeld wordt volledig terugbetaald als het nieuwe onderdeel terugkomt',
  ],
  '# Modelformulier',
  `Aan ${f.company}, ${f.street}, ${f.postcode} ${f.city}, ${f.email}: ik deel u mee dat ik onze overeenkomst over de verkoop van de volgende artikelen herroep; besteld op, ontvangen op, naam en adres, datum, handtekening (alleen op papier).`,
];
