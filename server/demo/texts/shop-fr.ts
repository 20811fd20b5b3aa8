import type { Block, ShopFacts } from './shop-facts.js';

export const terms = (f: ShopFacts): Block[] => [
  '# 1. Objet et vendeur',
  `Les présentes conditions régissent toutes les commandes passées sur la place de marché auprès de <strong>${f.name}</strong>. Le vendeur est ${f.company}, ${f.street}, ${f.postcode} ${f.city}. Toute condition contraire n’est opposable qu’avec notre accord exprès.`,
  '# 2. Commande',
  f.voice
    ? 'Les articles sont proposés dans la limite des stocks disponibles. La vente est conclue lorsque nous confirmons l’expédition de votre commande ; l’accusé de réception automatique ne vaut pas acceptation.'
    : 'En validant votre panier, vous passez une commande ferme. Le contrat est formé à la confirmation de la commande, que vous recevez par courriel avec le récapitulatif des articles et des prix.',
  '# 3. Prix, livraison et consigne',
  `Les prix sont indiqués en euros, toutes taxes comprises. Les frais de port dépendent du pays de livraison et figurent dans le panier avant la validation.${f.freeFrom ? ` En France, la livraison est offerte à partir de ${f.freeFrom} d’achat.` : ''}`,
  'Une consigne peut s’ajouter au prix des pièces en échange standard. Elle est affichée à part et remboursée dès que l’ancienne pièce nous est parvenue, complète et non démontée.',
  '# 4. Délais de livraison',
  `Les articles en stock sont remis au transporteur sous ${f.handlingDays} jours ouvrés. Les pièces encombrantes, comme les pare-chocs ou les lignes d’échappement, voyagent séparément et font l’objet d’un supplément indiqué dans l’offre. En cas d’indisponibilité, vous êtes prévenu sans délai et remboursé.`,
  '# 5. Compatibilité et montage',
  'Avant le montage, comparez la référence, les cotes et les restrictions indiquées avec votre véhicule. Le montage des pièces de sécurité doit être confié à un professionnel. Une pièce montée ne peut être reprise qu’en cas de défaut.',
  '# 6. Garanties légales',
  `Vous bénéficiez de la garantie légale de conformité pendant deux ans à compter de la délivrance du bien, ainsi que de la garantie des vices cachés. Pour la faire jouer, écrivez à ${f.email} en indiquant le numéro de commande et, si possible, une photo : nous répondons sous deux jours ouvrés.`,
  '# 7. Réserve de propriété et litiges',
  'Les articles restent notre propriété jusqu’au paiement complet. Le droit français s’applique, sans vous priver de la protection impérative de votre pays de résidence. En cas de désaccord, vous pouvez recourir gratuitement à un médiateur de la consommation.',
];

export const policy = (f: ShopFacts): Block[] => [
  '# Droit de rétractation',
  `Vous disposez de quatorze jours à compter de la réception du dernier article pour vous rétracter, sans avoir à vous justifier.${f.returnDays > 14 ? ` Au-delà, nous reprenons volontiers les articles neufs pendant <strong>${f.returnDays} jours</strong> après réception.` : ''}`,
  `Pour exercer ce droit, adressez-nous une déclaration claire, par courriel à ${f.email} ou par courrier à ${f.company}, ${f.street}, ${f.postcode} ${f.city}. Vous pouvez aussi vous rétracter en ligne, par le bouton « Renoncer au contrat ici » au bas de chaque page de la place de marché. Il suffit que votre message parte avant la fin du délai.`,
  '# Effets de la rétractation',
  'Nous remboursons toutes les sommes versées, frais de livraison standard compris, au plus tard quatorze jours après votre rétractation et par le même moyen de paiement. Le remboursement peut être différé jusqu’à la réception des articles ou de la preuve de leur expédition.',
  f.returnCost
    ? `Renvoyez les articles dans les quatorze jours qui suivent votre rétractation. Les frais de retour sont à votre charge ; avec notre étiquette, ils s’élèvent à <strong>${f.returnCost}</strong> par colis.`
    : 'Renvoyez les articles dans les quatorze jours qui suivent votre rétractation. <strong>Les frais de retour sont à notre charge</strong> ; l’étiquette vous est envoyée par courriel.',
  'Votre responsabilité n’est engagée que pour une dépréciation due à des manipulations autres que celles nécessaires pour examiner l’article. Merci de respecter ces quelques points :',
  [
    'renvoyer les pièces dans leur emballage d’origine',
    'ne renvoyer que des huiles et liquides non ouverts',
    'la consigne est remboursée en totalité lorsque la pièce neuve nous revient',
  ],
  '# Modèle de formulaire',
  `À l’attention de ${f.company}, ${f.street}, ${f.postcode} ${f.city}, ${f.email} : je vous notifie par la présente ma rétractation du contrat portant sur la vente des articles suivants ; commandés le, reçus le, nom et adresse, date, signature (uniquement sur papier).`,
];
