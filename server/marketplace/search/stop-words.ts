import { type Language, languages } from '../../contract/languages.js';
import { sidesOf } from './position-words.js';

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Words that say nothing about a part, as `norm` spells them; they are neither stored nor searched for. */
const stopWords: Readonly<Record<Language, ReadonlySet<string>>> = {
  de: set(
    'der die das den dem des ein eine einen und oder fur fuer mit ohne von vom zu zum zur im in am an auf bei nr',
  ),
  fr: set('le la les un une des de du d l et ou pour avec sans sur au aux a en qu n'),
  es: set('el la los las un una de del y o para con sin en al a por n'),
  it: set('il lo la i gli le un uno una di del dello della dei degli delle dell d l e o per con senza da in su al'),
  nl: set('de het een en of voor met zonder van op aan in bij te nr'),
};

/** Written around part numbers in every language. */
const numberWords = set('oe oem oen ean gtin ref art artnr teilenummer nummer');

/**
 * Words that narrow a search where something is called so, and are let go where nothing is: `Bremsscheiben vorne` has
 * no category of its own, `Blinkleuchte vorn` has one. Words of sentences are let go as well.
 */
const optionalWords: Readonly<Record<Language, ReadonlySet<string>>> = {
  de: set(
    'vorn vorne vorderachse hinten hinterachse links rechts oben unten innen aussen satz set kit paar neu gunstig guenstig billig original kaufen online auto kfz pkw wechseln wechsel ersatzteil teile teil fahrzeug ich wir brauche brauchen suche suchen welche welches welcher welchen mein meine meinen meinem meiner dringend wo bekomme gibt es habe hat ist sind weil alte alten altes neue neuen neuer neues bitte passend passende passenden passt gesucht was kann man',
  ),
  fr: set(
    'avant arriere gauche droit droite essieu jeu kit paire neuf neuve pas cher origine voiture auto changement piece pieces prix acheter je j cherche recherche veux voudrais besoin ai mon ma mes quel quelle quels quelles ou trouver nouveau nouvelle nouveaux nouvelles il me faut svp vieux vieille est ce',
  ),
  es: set(
    'delantero delantera delanteros delanteras trasero trasera traseros traseras izquierdo izquierda derecho derecha eje juego kit nuevo original coche auto carro barato recambio repuesto comprar precio necesito busco quiero quisiera mi mis me que cual donde encontrar nueva nuevos nuevas hay tengo viejo',
  ),
  it: set(
    'anteriore anteriori posteriore posteriori sinistro sinistra destro destra asse kit set coppia nuovo originale auto macchina ricambio ricambi prezzo comprare vorrei cerco mi serve ho bisogno mio mia miei mie quale che dove trovo nuova nuovi nuove voglio vecchio vecchia',
  ),
  nl: set(
    'voor achter vooras achteras links rechts linksvoor rechtsvoor linksachter rechtsachter set kit paar nieuw origineel goedkoop auto onderdeel onderdelen kopen ik zoek wil nodig heb mijn welke welk waar vind nieuwe graag oude wij',
  ),
};

export const isStopWord = (word: string, language: Language): boolean =>
  stopWords[language].has(word) || numberWords.has(word);
export const isOptionalWord = (word: string, language: Language): boolean =>
  optionalWords[language].has(word) || sidesOf(word, language).length > 0;

/** Languages whose compounds are written as one word. */
export const compounding: ReadonlySet<Language> = new Set(languages.filter((each) => each === 'de' || each === 'nl'));
