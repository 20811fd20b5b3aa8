import type { Language } from '../../contract/languages.js';

/** Sentences that carry a category's title unchanged, so that its gender and number never matter. */
interface Sentences {
  /** Meta descriptions of a leaf. */
  readonly leafSeo: readonly ((title: string) => string)[];
  readonly leaf: readonly ((title: string) => string)[];
  /** Of goods that belong to no vehicle, and so promise nothing about one. */
  readonly universalSeo: (title: string) => string;
  readonly universal: (title: string) => string;
  readonly parentSeo: (title: string, first: string, second: string) => string;
  readonly parent: readonly ((title: string, children: string) => string)[];
  /** Joins the last two of a list. */
  readonly and: string;
}

export const sentences: Record<Language, Sentences> = {
  de: {
    leafSeo: [
      (t) => `${t}: Preise bis zur Haustür vergleichen, Passung prüfen und beim günstigsten Händler bestellen.`,
      (t) => `${t} für Ihr Fahrzeug mit Maßen, Originalnummern und Angeboten vieler Händler.`,
      (t) => `${t}: Fahrzeug wählen, passende Artikel sehen, Endpreise samt Versand vergleichen.`,
    ],
    leaf: [
      (t) =>
        `Unter „${t}“ sehen Sie mit gewähltem Fahrzeug nur Artikel, die passen oder unter einer genannten Bedingung passen.`,
      (t) =>
        `Wählen Sie zuerst Ihr Fahrzeug: Dann zeigt die Liste „${t}“ zu jedem Artikel, ob er passt und was er bis zur Haustür kostet.`,
    ],
    universalSeo: (t) => `${t}: technische Daten, Ausführung und Endpreise samt Versand vieler Händler vergleichen.`,
    universal: (t) =>
      `Die Artikel unter „${t}“ sind keinem Fahrzeugtyp zugeordnet. Vergleichen Sie Inhalt, Ausführung und den Preis samt Versand.`,
    parentSeo: (t, a, b) => `${t}: ${a}, ${b} und mehr, nach Fahrzeug ausgewählt und mit Endpreis verglichen.`,
    parent: [
      (t, c) =>
        `Zum Bereich „${t}“ gehören ${c}. Mit gewähltem Fahrzeug bleiben nur die Teile übrig, die zu Motor, Baujahr und Ausstattung gehören.`,
      (t, c) =>
        `Hier finden Sie alles zum Thema „${t}“: ${c}. Zu jedem Teil stehen Maße, Originalnummern und die Preise mehrerer Händler bis zur Haustür.`,
    ],
    and: ' und ',
  },
  fr: {
    leafSeo: [
      (t) => `${t} : comparez les prix livrés, vérifiez la compatibilité et commandez chez le vendeur le moins cher.`,
      (t) => `${t} pour votre véhicule, avec les cotes, les références d’origine et les offres de nombreux vendeurs.`,
      (t) => `${t} : choisissez votre véhicule, voyez les articles compatibles, comparez les prix port compris.`,
    ],
    leaf: [
      (t) =>
        `Une fois le véhicule choisi, la rubrique « ${t} » ne montre que les articles compatibles, avec leurs éventuelles conditions de montage.`,
      (t) =>
        `Choisissez d’abord votre véhicule : la liste « ${t} » indique alors pour chaque article s’il convient et combien il coûte livré chez vous.`,
    ],
    universalSeo: (t) => `${t} : comparez les caractéristiques, la version et les prix livrés de nombreux vendeurs.`,
    universal: (t) =>
      `Les articles de la rubrique « ${t} » ne sont rattachés à aucun type de véhicule. Comparez le contenu, la version et le prix port compris.`,
    parentSeo: (t, a, b) =>
      `${t} : ${a}, ${b} et plus encore, sélectionnés pour votre véhicule et comparés au prix livré.`,
    parent: [
      (t, c) =>
        `La rubrique « ${t} » réunit : ${c}. Avec votre véhicule, il ne reste que les pièces qui correspondent au moteur, à l’année et à l’équipement.`,
      (t, c) =>
        `Tout pour « ${t} » : ${c}. Chaque pièce est présentée avec ses cotes, ses références d’origine et les prix livrés de plusieurs vendeurs.`,
    ],
    and: ' et ',
  },
  es: {
    leafSeo: [
      (t) => `${t}: compare precios con envío, compruebe la compatibilidad y pida en la tienda más barata.`,
      (t) => `${t} para su vehículo, con medidas, referencias originales y ofertas de muchas tiendas.`,
      (t) => `${t}: elija su vehículo, vea los artículos compatibles y compare precios con envío incluido.`,
    ],
    leaf: [
      (t) =>
        `Con el vehículo elegido, en «${t}» solo se muestran los artículos compatibles y, si las hay, sus condiciones de montaje.`,
      (t) =>
        `Elija primero su vehículo: la lista «${t}» indica entonces si cada artículo es compatible y cuánto cuesta con el envío.`,
    ],
    universalSeo: (t) => `${t}: compare datos técnicos, versión y precios con envío de muchas tiendas.`,
    universal: (t) =>
      `Los artículos de «${t}» no están asignados a ningún tipo de vehículo. Compare el contenido, la versión y el precio con envío.`,
    parentSeo: (t, a, b) => `${t}: ${a}, ${b} y más, elegidos para su vehículo y comparados por precio final.`,
    parent: [
      (t, c) =>
        `En «${t}» encontrará: ${c}. Con su vehículo elegido quedan solo las piezas que corresponden al motor, al año y al equipamiento.`,
      (t, c) =>
        `Todo sobre «${t}»: ${c}. Cada pieza aparece con sus medidas, sus referencias originales y los precios con envío de varias tiendas.`,
    ],
    and: ' y ',
  },
  it: {
    leafSeo: [
      (t) =>
        `${t}: confronti i prezzi con spedizione, verifichi la compatibilità e ordini dal venditore più conveniente.`,
      (t) => `${t} per il Suo veicolo, con misure, codici originali e offerte di molti venditori.`,
      (t) => `${t}: scelga il veicolo, veda gli articoli compatibili, confronti i prezzi spedizione inclusa.`,
    ],
    leaf: [
      (t) =>
        `Con il veicolo scelto, alla voce «${t}» compaiono solo gli articoli compatibili, con le eventuali condizioni di montaggio.`,
      (t) =>
        `Scelga prima il veicolo: l’elenco «${t}» mostra allora per ogni articolo se è compatibile e quanto costa con la spedizione.`,
    ],
    universalSeo: (t) => `${t}: confronti dati tecnici, versione e prezzi con spedizione di molti venditori.`,
    universal: (t) =>
      `Gli articoli alla voce «${t}» non sono associati a un tipo di veicolo. Confronti contenuto, versione e prezzo con spedizione.`,
    parentSeo: (t, a, b) =>
      `${t}: ${a}, ${b} e altro ancora, scelti per il Suo veicolo e confrontati al prezzo finale.`,
    parent: [
      (t, c) =>
        `Alla voce «${t}» trova: ${c}. Con il veicolo scelto restano solo i pezzi che corrispondono a motore, anno e allestimento.`,
      (t, c) =>
        `Tutto per «${t}»: ${c}. Di ogni pezzo vede misure, codici originali e prezzi con spedizione di più venditori.`,
    ],
    and: ' e ',
  },
  nl: {
    leafSeo: [
      (t) =>
        `${t}: vergelijk prijzen inclusief verzending, controleer of het past en bestel bij de voordeligste winkel.`,
      (t) => `${t} voor uw auto, met maten, originele nummers en aanbiedingen van veel winkels.`,
      (t) => `${t}: kies uw auto, zie wat past en vergelijk de eindprijzen inclusief verzending.`,
    ],
    leaf: [
      (t) => `Met een gekozen auto toont ‘${t}’ alleen artikelen die passen, met de voorwaarde erbij als die er is.`,
      (t) =>
        `Kies eerst uw auto: de lijst ‘${t}’ laat dan bij elk artikel zien of het past en wat het thuisbezorgd kost.`,
    ],
    universalSeo: (t) =>
      `${t}: vergelijk technische gegevens, uitvoering en prijzen inclusief verzending van veel winkels.`,
    universal: (t) =>
      `De artikelen onder ‘${t}’ zijn niet aan een type auto gekoppeld. Vergelijk inhoud, uitvoering en de prijs met verzending.`,
    parentSeo: (t, a, b) => `${t}: ${a}, ${b} en meer, gekozen voor uw auto en vergeleken op eindprijs.`,
    parent: [
      (t, c) =>
        `Onder ‘${t}’ vallen: ${c}. Met een gekozen auto blijven alleen de onderdelen over die bij motor, bouwjaar en uitvoering horen.`,
      (t, c) =>
        `Alles voor ‘${t}’: ${c}. Bij elk onderdeel staan maten, originele nummers en de prijzen inclusief verzending van meerdere winkels.`,
    ],
    and: ' en ',
  },
};
