/** Home page, cart and fixed words of each edition; all other addresses contain ids. */
export const editions = [
  { locale: 'de-DE', home: '/', cart: '/Warenkorb', section: '/Ersatzteile' },
  { locale: 'de-AT', home: '/de-AT/', cart: '/de-AT/Warenkorb', section: '/de-AT/Ersatzteile' },
  { locale: 'es-ES', home: '/es-ES/', cart: '/es-ES/carrito', section: '/es-ES/recambios' },
  { locale: 'fr-FR', home: '/fr-FR/', cart: '/fr-FR/panier', section: '/fr-FR/pieces-auto' },
  { locale: 'it-IT', home: '/it-IT/', cart: '/it-IT/carrello', section: '/it-IT/ricambi' },
  { locale: 'nl-NL', home: '/nl-NL/', cart: '/nl-NL/winkelwagen', section: '/nl-NL/reserveonderdelen' },
] as const;
