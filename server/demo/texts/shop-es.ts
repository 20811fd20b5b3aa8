import type { Block, ShopFacts } from './shop-facts.js';

export const terms = (f: ShopFacts): Block[] => [
  '# 1. Ámbito y vendedor',
  `Estas condiciones se aplican a todos los pedidos que usted haga en este mercado en línea a <strong>${f.name}</strong>. El vendedor es ${f.company}, ${f.street}, ${f.postcode} ${f.city}. Otras condiciones solo valen si las aceptamos de forma expresa.`,
  '# 2. Pedido y contrato',
  f.voice
    ? 'La presentación de los artículos no es todavía una oferta vinculante. El contrato se perfecciona cuando confirmamos el envío; el acuse de recibo automático no supone aceptación.'
    : 'Al enviar el pedido, usted hace una oferta en firme. La aceptamos con la confirmación que recibirá por correo electrónico, con el detalle de los artículos y los precios.',
  '# 3. Precios, envío y depósito',
  `Los precios incluyen el IVA. Los gastos de envío dependen del país de entrega y se muestran en el carrito antes de finalizar.${f.freeFrom ? ` En España el envío es gratuito a partir de ${f.freeFrom}.` : ''}`,
  'Las piezas reconstruidas llevan un depósito por el casco. Aparece aparte del precio y se devuelve en cuanto recibimos la pieza antigua, completa y sin desmontar.',
  '# 4. Plazos de entrega',
  `Los artículos en almacén se entregan al transportista en un plazo de ${f.handlingDays} días laborables. Las piezas voluminosas, como paragolpes o silenciadores, viajan por separado con el suplemento que indica la oferta. Si un artículo no está disponible, le avisamos de inmediato y le devolvemos el importe.`,
  '# 5. Compatibilidad y montaje',
  'Antes del montaje, compare la referencia, las medidas y las limitaciones indicadas con su vehículo. Las piezas de seguridad debe montarlas un taller. Una pieza ya montada solo puede devolverse si presenta un defecto.',
  '# 6. Garantía',
  `La garantía legal es de tres años desde la entrega. Si aparece un defecto, escriba a ${f.email} con el número de pedido y, a ser posible, una fotografía; respondemos en dos días laborables.`,
  '# 7. Reserva de dominio y reclamaciones',
  'Los artículos siguen siendo nuestros hasta el pago completo. Se aplica el derecho español sin perjuicio de las normas imperativas que protegen al consumidor en su país de residencia. Si surge un desacuerdo, buscaremos con usted una solución antes de acudir a terceros.',
];

export const policy = (f: ShopFacts): Block[] => [
  '# Derecho de desistimiento',
  `Usted tiene derecho a desistir del contrato en un plazo de catorce días naturales, sin necesidad de justificación, a contar desde el día en que reciba el último artículo.${f.returnDays > 14 ? ` Además, admitimos la devolución de artículos sin usar durante <strong>${f.returnDays} días</strong> desde la recepción.` : ''}`,
  `Para ejercerlo, envíenos una declaración inequívoca por correo electrónico a ${f.email} o por correo postal a ${f.company}, ${f.street}, ${f.postcode} ${f.city}. También puede desistir en línea con «Desistir del contrato aquí», al pie de cada página del mercado en línea. Basta con que lo haga antes de que venza el plazo.`,
  '# Consecuencias del desistimiento',
  'Le devolveremos todos los pagos recibidos, incluidos los gastos de la entrega ordinaria, a más tardar catorce días después de su comunicación y por el mismo medio de pago. Podemos retener el reembolso hasta recibir los artículos o una prueba de su envío.',
  f.returnCost
    ? `Devuelva los artículos en los catorce días siguientes a su comunicación. Los gastos de devolución corren por su cuenta; con nuestra etiqueta son <strong>${f.returnCost}</strong> por paquete.`
    : 'Devuelva los artículos en los catorce días siguientes a su comunicación. <strong>Los gastos de devolución corren por nuestra cuenta</strong>; le enviamos la etiqueta por correo electrónico.',
  'Usted solo responde de la disminución de valor que resulte de una manipulación distinta de la necesaria para comprobar el artículo. Tenga en cuenta lo siguiente:',
  [
    'devuelva las piezas en su embalaje original',
    'los aceites y líquidos solo se admiten sin abrir',
    'el depósito se reembolsa íntegro cuando se devuelve la pieza nueva',
  ],
  '# Modelo de formulario',
  `A la atención de ${f.company}, ${f.street}, ${f.postcode} ${f.city}, ${f.email}: por la presente le comunico que desisto del contrato de venta de los siguientes bienes; pedidos el, recibidos el, nombre y domicilio, fecha, firma (solo en papel).`,
];
