/** Origins of the shop with a name, and of its French edition. */
export const publicOrigin = 'https://www.partavo.example';
export const french = 'https://www.partavo-fr.example';
/** Settings of that shop, which all test files share. */
export const namedShopSettings = { PUBLIC_ORIGIN: publicOrigin, EDITION_HOSTS: 'www.partavo-fr.example=fr-FR' };
