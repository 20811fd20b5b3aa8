import type { Language } from '../../contract/languages.js';
import { type Words, words } from './words.js';

/** Stored values that are words; numbers, threads and type codes are the same in every language. */
const attributeValueLabels: Readonly<Record<string, Words>> = {
  yes: words('ja', 'oui', 'sí', 'sì', 'ja'),
  no: words('nein', 'non', 'no', 'no', 'nee'),
  left: words('links', 'gauche', 'izquierda', 'sinistra', 'links'),
  right: words('rechts', 'droite', 'derecha', 'destra', 'rechts'),
  strut: words('Federbein', 'Jambe de force', 'Columna de suspensión', 'Ammortizzatore portante', 'Veerpoot'),
  eye: words('Auge', 'Œillet', 'Ojal', 'Occhiello', 'Oog'),
  flat: words('Flachbalken', 'Balai plat', 'Escobilla plana', 'Spazzola flat', 'Flatblade'),
  frame: words('Bügel', 'Balai à armature', 'Escobilla articulada', 'Spazzola articolata', 'Beugel'),
  rear: words('Heckwischer', 'Essuie-glace arrière', 'Limpiaparabrisas trasero', 'Tergilunotto', 'Achterruitenwisser'),
  electric: words('elektrisch', 'électrique', 'eléctrico', 'elettrico', 'elektrisch'),
  vacuum: words('Unterdruck', 'à dépression', 'por vacío', 'a depressione', 'vacuüm'),
  poppet: words('Tellerventil', 'Soupape', 'Válvula de asiento', 'Valvola a fungo', 'Klep'),
  bush: words('Gummilager', 'Silentbloc', 'Silentblock', 'Silentblock', 'Rubberlager'),
  hydro: words('Hydrolager', 'Hydraulique', 'Hidráulico', 'Idraulico', 'Hydraulisch'),
  elbow: words('gebogen', 'coudée', 'acodada', 'a gomito', 'gebogen'),
  straight: words('gerade', 'droite', 'recta', 'dritta', 'recht'),
  double: words('doppelt gebogen', 'à double coude', 'doble codo', 'a doppio gomito', 'dubbel gebogen'),
  housing: words(
    'Gehäuse mit Glas',
    'Boîtier avec glace',
    'Carcasa con cristal',
    'Corpo con vetro',
    'Behuizing met glas',
  ),
  glass: words('Spiegelglas', 'Glace', 'Cristal', 'Vetro', 'Spiegelglas'),
  textile: words('Textil', 'Textile', 'Textil', 'Tessuto', 'Textiel'),
  rubber: words('Gummi', 'Caoutchouc', 'Goma', 'Gomma', 'Rubber'),
  trunk: words('Kofferraum', 'Coffre', 'Maletero', 'Bagagliaio', 'Kofferbak'),
  can: words('Dose', 'Bombe', 'Bote', 'Bombola', 'Bus'),
  trigger: words('Sprühflasche', 'Pulvérisateur', 'Pulverizador', 'Spruzzatore', 'Sprayflacon'),
  spur: words('Stirnrad', 'Pignon droit', 'Engranaje recto', 'Ruota dentata', 'Tandwiel'),
  sprocket: words('Kettenrad', 'Pignon de chaîne', 'Piñón de cadena', 'Ingranaggio catena', 'Kettingwiel'),
  bolt: words('Schraube', 'Vis', 'Tornillo', 'Vite', 'Bout'),
  nut: words('Mutter', 'Écrou', 'Tuerca', 'Dado', 'Moer'),
};

/** A stored value as a reader writes it. Numbers are stored with a point, viscosities without their hyphen. */
export function shownValue(value: string, language: Language): string {
  if (/^-?\d+\.\d+$/.test(value)) return value.replace('.', ',');
  if (/^\d{1,2}W\d{2}$/.test(value)) return value.replace('W', 'W-');
  return attributeValueLabels[value]?.[language] ?? value;
}
