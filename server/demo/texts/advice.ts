import type { Language } from '../../contract/languages.js';

/** What a buyer checks first, by sort of part. */
const sorts: Record<string, string> = {
  brake: 'disc pads caliper drum shoes brakeHose masterCylinder',
  filter: 'oilFilter airFilter cabinFilter fuelFilter',
  belt: 'beltKit timingChain ribbedBelt pulley',
  damping: 'shock spring strutMount gasSpring',
  joint: 'controlArm ballJoint stabilizerLink tieRod steeringRack mount wheelBearing bearing',
  drive: 'clutchKit flywheel driveShaft gear boot',
  exhaust: 'muffler catalyst turbo pipe',
  cooling: 'radiator waterPump thermostat fan compressor hose tank',
  ignition: 'sparkPlug glowPlug ignitionCoil injector',
  electric: 'sensor relay switch cable battery alternator starter horn pump valve',
  light: 'bulb headlight tailLight',
  seal: 'gasket seal bolt piston',
  body: 'bumper fender mirror',
  general: 'lock windowLift mat wiper',
  wheel: 'tyre rim',
  fluid: 'canister spray',
  tool: 'toolbox',
};
const sortOfKind = new Map(
  Object.entries(sorts).flatMap(([sort, kinds]) => kinds.split(' ').map((kind) => [kind, sort])),
);

const advice: Record<Language, Record<string, string>> = {
  de: {
    brake:
      'Entscheidend sind Durchmesser, Dicke und die Achse. Messen Sie nach oder prüfen Sie die PR-Nummer, wenn es für Ihr Modell mehrere Bremsanlagen gibt, und tauschen Sie immer beide Seiten einer Achse.',
    filter:
      'Außenmaße, Gewinde und Dichtungen müssen zum Motor passen. Ein Filter ist ein kleines Teil mit festem Wechselintervall: Halten Sie sich an die Angabe im Serviceheft.',
    belt: 'Vergleichen Sie Zähnezahl oder Rippenzahl, Länge und Breite mit dem ausgebauten Teil. Spannrollen und Wasserpumpe gehören beim Wechsel gleich mit erneuert.',
    damping:
      'Achten Sie auf Achse, Einbaulänge und Befestigungsart. Fahrzeuge mit Sportfahrwerk oder Niveauregelung brauchen andere Teile als die Serienausführung; getauscht wird paarweise.',
    joint:
      'Prüfen Sie Achse, Seite und das Konusmaß. Nach dem Einbau ist meist eine Achsvermessung nötig, und selbstsichernde Muttern werden immer erneuert.',
    drive:
      'Durchmesser, Verzahnung und Getriebecode entscheiden. Schauen Sie vor dem Kauf in die Fahrzeugpapiere oder auf das Typenschild, denn ein Motor wurde oft mit mehreren Getrieben verbaut.',
    exhaust:
      'Motorkennung, Abgasnorm und Rohrdurchmesser müssen stimmen. Bestellen Sie Dichtungen und Schellen gleich dazu, sie lassen sich selten wiederverwenden.',
    cooling:
      'Vergleichen Sie Anschlüsse und Netzmaße mit dem alten Teil und achten Sie darauf, ob Ihr Fahrzeug eine Klimaanlage hat. Nach der Arbeit wird das System entlüftet.',
    ignition:
      'Gewinde, Länge und Wärmewert gibt der Fahrzeughersteller vor. Ersetzen Sie alle Zylinder zusammen, damit der Motor gleichmäßig läuft.',
    electric:
      'Spannung, Polzahl und Steckerform müssen zum Kabelbaum passen. Ein Vergleich der Originalnummer auf dem alten Teil spart eine Rücksendung.',
    light:
      'Sockel, Spannung und Leistung stehen auf der alten Lampe oder in der Betriebsanleitung. Im Straßenverkehr sind nur Leuchtmittel mit Prüfzeichen erlaubt.',
    seal: 'Maße und Werkstoff müssen genau stimmen. Reinigen Sie die Dichtflächen, und ziehen Sie Dehnschrauben nach Vorgabe mit dem Drehmomentschlüssel an.',
    body: 'Seite, Baujahr und Ausstattung entscheiden, besonders nach einer Modellpflege. Lackteile werden grundiert geliefert und müssen noch in Wagenfarbe lackiert werden.',
    wheel:
      'Größe, Tragfähigkeit und Geschwindigkeitsindex stehen in den Fahrzeugpapieren. Bei Felgen zählen außerdem Lochkreis, Einpresstiefe und Mittenloch.',
    fluid:
      'Maßgebend ist die Freigabe des Fahrzeugherstellers, nicht allein die Viskosität. Vergleichen Sie den Preis je Liter: Große Gebinde lohnen sich oft.',
    general:
      'Vergleichen Sie Maße, Seite und Originalnummer mit dem alten Teil. Ein Blick auf Baujahr und Ausstattung lohnt sich, denn nach einer Modellpflege ändern sich oft auch kleine Teile.',
    tool: 'Achten Sie auf Material, Umfang und Prüfzeichen. Gutes Werkzeug hält ein Autoleben lang und schont Schrauben und Finger.',
  },
  fr: {
    brake:
      'Le diamètre, l’épaisseur et l’essieu sont déterminants. Mesurez la pièce montée si plusieurs systèmes de freinage existent pour votre modèle, et remplacez toujours les deux côtés d’un même essieu.',
    filter:
      'Les dimensions, le filetage et les joints doivent correspondre au moteur. Respectez l’intervalle de remplacement indiqué dans le carnet d’entretien.',
    belt: 'Comparez le nombre de dents ou de nervures, la longueur et la largeur avec la pièce déposée. Profitez de l’intervention pour changer aussi les galets et la pompe à eau.',
    damping:
      'Vérifiez l’essieu, la longueur et le type de fixation. Un châssis sport ou une suspension pilotée demande d’autres pièces que la version de série ; le remplacement se fait par paire.',
    joint:
      'Contrôlez l’essieu, le côté et la cote du cône. Un réglage de la géométrie est généralement nécessaire après le montage, et les écrous autofreinés se remplacent toujours.',
    drive:
      'Le diamètre, la denture et le code de la boîte de vitesses sont décisifs. Un même moteur a souvent été monté avec plusieurs boîtes : vérifiez avant d’acheter.',
    exhaust:
      'Le code moteur, la norme antipollution et le diamètre des tubes doivent correspondre. Commandez en même temps les joints et les colliers, rarement réutilisables.',
    cooling:
      'Comparez les raccords et les dimensions du faisceau avec l’ancienne pièce et vérifiez si votre véhicule a la climatisation. Purgez le circuit après l’intervention.',
    ignition:
      'Le filetage, la longueur et l’indice thermique sont fixés par le constructeur. Remplacez toutes les pièces en même temps pour que le moteur tourne rond.',
    electric:
      'La tension, le nombre de broches et la forme du connecteur doivent convenir au faisceau. Comparer la référence d’origine de l’ancienne pièce évite un retour.',
    light:
      'Le culot, la tension et la puissance figurent sur l’ancienne lampe ou dans la notice. Seules les ampoules homologuées sont autorisées sur la route.',
    seal: 'Les cotes et la matière doivent être exactes. Nettoyez les plans de joint et serrez les vis au couple prescrit.',
    body: 'Le côté, l’année et l’équipement font la différence, surtout après un restylage. Les éléments de carrosserie sont livrés apprêtés et restent à peindre.',
    wheel:
      'La dimension, l’indice de charge et l’indice de vitesse figurent sur les papiers du véhicule. Pour les jantes, vérifiez aussi l’entraxe, le déport et l’alésage.',
    fluid:
      'C’est l’homologation du constructeur qui compte, pas seulement la viscosité. Comparez le prix au litre : les grands bidons sont souvent avantageux.',
    general:
      'Comparez les cotes, le côté et la référence d’origine avec l’ancienne pièce. Vérifiez aussi l’année et l’équipement : un restylage change souvent jusqu’aux petites pièces.',
    tool: 'Regardez la matière, le contenu et les marquages. Un bon outil dure des années et ménage les vis comme les doigts.',
  },
  es: {
    brake:
      'El diámetro, el grosor y el eje son decisivos. Mida la pieza montada si su modelo lleva varios sistemas de frenos y cambie siempre los dos lados de un mismo eje.',
    filter:
      'Las medidas, la rosca y las juntas deben corresponder al motor. Respete el intervalo de cambio que indica el libro de mantenimiento.',
    belt: 'Compare el número de dientes o de canales, la longitud y la anchura con la pieza desmontada. Aproveche para cambiar también los rodillos y la bomba de agua.',
    damping:
      'Compruebe el eje, la longitud y el tipo de fijación. Un chasis deportivo necesita piezas distintas de las de serie; el cambio se hace por parejas.',
    joint:
      'Compruebe el eje, el lado y la medida del cono. Después del montaje suele hacer falta alinear la dirección, y las tuercas autoblocantes se cambian siempre.',
    drive:
      'El diámetro, el estriado y el código de la caja de cambios son decisivos. Un mismo motor se montó a menudo con varias cajas: compruébelo antes de comprar.',
    exhaust:
      'El código del motor, la norma de emisiones y el diámetro del tubo deben coincidir. Pida a la vez las juntas y las abrazaderas, que rara vez se reutilizan.',
    cooling:
      'Compare las conexiones y las medidas del panel con la pieza antigua y compruebe si su vehículo lleva aire acondicionado. Después del trabajo hay que purgar el circuito.',
    ignition:
      'La rosca, la longitud y el grado térmico los fija el fabricante. Cambie todas las piezas a la vez para que el motor gire redondo.',
    electric:
      'La tensión, el número de polos y la forma del conector deben encajar con la instalación. Comparar la referencia original de la pieza antigua evita una devolución.',
    light:
      'El casquillo, la tensión y la potencia figuran en la lámpara antigua o en el manual. En carretera solo se admiten lámparas homologadas.',
    seal: 'Las medidas y el material deben ser exactos. Limpie las superficies de contacto y apriete los tornillos con el par indicado.',
    body: 'El lado, el año y el equipamiento son decisivos, sobre todo después de un rediseño. Las piezas de chapa se entregan imprimadas y hay que pintarlas.',
    wheel:
      'La medida y los índices de carga y velocidad figuran en la ficha técnica. En las llantas cuentan además los anclajes, el bombeo y el buje central.',
    fluid:
      'Lo que cuenta es la homologación del fabricante, no solo la viscosidad. Compare el precio por litro: los envases grandes suelen compensar.',
    general:
      'Compare las medidas, el lado y la referencia original con la pieza antigua. Fíjese también en el año y el equipamiento: tras un rediseño cambian a menudo incluso las piezas pequeñas.',
    tool: 'Fíjese en el material, el contenido y los marcados. Una buena herramienta dura años y cuida los tornillos y los dedos.',
  },
  it: {
    brake:
      'Diametro, spessore e asse sono decisivi. Misuri il pezzo montato se per il Suo modello esistono più impianti frenanti e sostituisca sempre entrambi i lati dello stesso asse.',
    filter:
      'Dimensioni, filettatura e guarnizioni devono corrispondere al motore. Rispetti l’intervallo di sostituzione indicato nel libretto di manutenzione.',
    belt: 'Confronti numero di denti o di gole, lunghezza e larghezza con il pezzo smontato. Conviene sostituire insieme anche i rulli e la pompa acqua.',
    damping:
      'Controlli asse, lunghezza e tipo di attacco. Un assetto sportivo richiede pezzi diversi da quelli di serie; la sostituzione si fa a coppie.',
    joint:
      'Controlli asse, lato e misura del cono. Dopo il montaggio serve quasi sempre la convergenza e i dadi autobloccanti vanno sempre sostituiti.',
    drive:
      'Diametro, dentatura e codice del cambio sono decisivi. Lo stesso motore è stato spesso montato con più cambi: verifichi prima di acquistare.',
    exhaust:
      'Codice motore, norma antinquinamento e diametro dei tubi devono coincidere. Ordini insieme guarnizioni e fascette, che di rado si possono riutilizzare.',
    cooling:
      'Confronti attacchi e misure della massa radiante con il vecchio pezzo e verifichi se il veicolo ha il climatizzatore. Dopo il lavoro spurghi il circuito.',
    ignition:
      'Filettatura, lunghezza e grado termico sono stabiliti dal costruttore. Sostituisca tutti i pezzi insieme, così il motore gira regolare.',
    electric:
      'Tensione, numero di poli e forma del connettore devono adattarsi all’impianto. Confrontare il codice originale sul vecchio pezzo evita un reso.',
    light:
      'Attacco, tensione e potenza sono indicati sulla vecchia lampada o nel libretto. Su strada sono ammesse solo lampade omologate.',
    seal: 'Misure e materiale devono essere esatti. Pulisca le superfici di tenuta e serri le viti alla coppia prescritta.',
    body: 'Lato, anno e allestimento sono decisivi, soprattutto dopo un restyling. Le parti di carrozzeria sono fornite con fondo e vanno verniciate.',
    wheel:
      'Misura, indice di carico e codice di velocità sono sul libretto. Per i cerchi contano anche interasse dei fori, offset e foro centrale.',
    fluid:
      'Conta l’omologazione del costruttore, non soltanto la viscosità. Confronti il prezzo al litro: le taniche grandi spesso convengono.',
    general:
      'Confronti misure, lato e codice originale con il vecchio pezzo. Controlli anche anno e allestimento: dopo un restyling cambiano spesso anche i particolari più piccoli.',
    tool: 'Guardi materiale, contenuto e marcature. Un buon attrezzo dura anni e rispetta le viti e le dita.',
  },
  nl: {
    brake:
      'Diameter, dikte en as zijn bepalend. Meet het gemonteerde deel na als er voor uw model meer remsystemen bestaan en vervang altijd beide zijden van een as.',
    filter:
      'Afmetingen, schroefdraad en afdichtingen moeten bij de motor passen. Houd u aan het vervangingsinterval in het onderhoudsboekje.',
    belt: 'Vergelijk het aantal tanden of ribben, de lengte en de breedte met het gedemonteerde deel. Vernieuw spanrollen en waterpomp meteen mee.',
    damping:
      'Let op as, inbouwlengte en bevestiging. Een sportonderstel vraagt andere delen dan de standaarduitvoering; vervangen gebeurt per paar.',
    joint:
      'Controleer as, zijde en de conusmaat. Na de montage is meestal uitlijnen nodig en borgmoeren worden altijd vernieuwd.',
    drive:
      'Diameter, vertanding en versnellingsbakcode zijn bepalend. Eén motor is vaak met meerdere bakken gebouwd: controleer dat voor u bestelt.',
    exhaust:
      'Motorcode, emissienorm en buisdiameter moeten kloppen. Bestel pakkingen en klemmen er meteen bij, ze zijn zelden opnieuw te gebruiken.',
    cooling:
      'Vergelijk aansluitingen en afmetingen met het oude deel en kijk of uw auto airconditioning heeft. Na het werk wordt het systeem ontlucht.',
    ignition:
      'Schroefdraad, lengte en warmtegraad schrijft de fabrikant voor. Vervang alle cilinders tegelijk, dan loopt de motor gelijkmatig.',
    electric:
      'Spanning, aantal polen en stekkervorm moeten bij de kabelboom passen. Vergelijk het originele nummer op het oude deel, dat scheelt een retourzending.',
    light:
      'Fitting, spanning en vermogen staan op de oude lamp of in het instructieboekje. Op de weg zijn alleen goedgekeurde lampen toegestaan.',
    seal: 'Maten en materiaal moeten precies kloppen. Reinig de pasvlakken en draai bouten met het voorgeschreven moment aan.',
    body: 'Zijde, bouwjaar en uitvoering zijn bepalend, vooral na een facelift. Plaatwerk wordt in grondverf geleverd en moet nog worden gespoten.',
    wheel:
      'Maat, draagvermogen en snelheidsindex staan in de voertuigpapieren. Bij velgen tellen ook steekcirkel, inpersdiepte en naafgat.',
    fluid:
      'De goedkeuring van de fabrikant is bepalend, niet alleen de viscositeit. Vergelijk de prijs per liter: grote verpakkingen zijn vaak voordeliger.',
    general:
      'Vergelijk maten, zijde en origineel nummer met het oude deel. Let ook op bouwjaar en uitvoering: na een facelift veranderen vaak zelfs kleine onderdelen.',
    tool: 'Let op materiaal, omvang en keurmerken. Goed gereedschap gaat jaren mee en spaart bouten en vingers.',
  },
};

/** Leaves whose drawing stands for another sort of part: mechanical cables, carriers, moving parts inside the engine. */
const generalLeaves = new Set([2023, 2165, 2180, 2181, 2298, 2406, 2077, 2055, 2056, 2060, 2185, 2482, 2247, 2250]);
const generalRoots = new Set([128]);

/** What to look for when buying a part of this kind, in whole sentences. */
export function adviceFor(kind: string, category: number, root: number, language: Language): string {
  const sort = generalLeaves.has(category) || generalRoots.has(root) ? 'general' : sortOfKind.get(kind);
  const sentence = sort && advice[language][sort];
  if (!sentence) throw new RangeError(`no advice for kind ${kind}`);
  return sentence;
}
