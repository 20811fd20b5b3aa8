/** Every event name that the web tier logs. Dashboards and alarms depend on them. */
export const events = {
  started: 'started',
  stopping: 'stopping',
  stopped: 'stopped',
  /** Ten seconds were not enough; something under way was cut. */
  stopForced: 'stop_forced',
  /** One line per request. */
  request: 'request',
  /** Requests that were not let in within a second, by kind of work: the shop was asked for more than it can do. */
  shed: 'shed',
  /** Connections that were closed at once within a second, as there were too many. */
  connectionsRefused: 'connections_refused',
  /** An error that the visitor saw as an error page or problem response with a status of 500 or more. */
  requestFailed: 'request_failed',
  /** Optional data of a page could not be loaded; its section is missing (D38, design "Data"). */
  pageOptionalFailed: 'page_optional_failed',
  /**
   * An operation of the marketplace has taken longer (`ms`) than pages or carts wait for it (`waitsMs`), which follows
   * from MARKETPLACE_SECONDS. At most once a minute for each.
   */
  marketplaceSlow: 'marketplace_slow',
  /** A text lacks the value of a placeholder; `key` and `place` name both. Logged once for each. */
  textIncomplete: 'text_incomplete',
  /** The error page itself could not be rendered; the static one was sent. */
  errorPageFailed: 'error_page_failed',
  /** A stale response could not be renewed and is served on. */
  cacheRefreshFailed: 'cache_refresh_failed',
  /** The marketplace serves another catalogue; older responses were dropped (D63). */
  generationChanged: 'generation_changed',
  /** An `f` parameter could not be read and was ignored (D21). */
  filtersIgnored: 'filters_ignored',
  /** A vehicle could not be looked up by registration paper or plate; neither is in the line (D30). */
  vehicleLookupFailed: 'vehicle_lookup_failed',
  /** Data of somebody else (rating, reviews, features) could not be renewed: `what` and the cause, never an address. */
  remoteDataFailed: 'remote_data_failed',
  /** A merchant's photograph could not be had, decoded or kept: `reason` is a code, never an address or a host. */
  pictureFailed: 'picture_failed',
  /** A cart went to the checkout, and the marketplace could not keep that it did. */
  checkoutNotReported: 'checkout_not_reported',
  /** The provider's response logged nobody in: `reason` is a code, never a part of the response (D29). */
  loginFailed: 'login_failed',
  /** The embedded provider has met an error of its own. */
  demoProviderFailed: 'demo_provider_failed',
  /** Everybody may log in with the embedded provider's one account, though the catalogue is no demonstration (D29). */
  demoAccountServed: 'demo_account_served',
  /** How fast a page was for a visitor, in coarse steps: route, edition and figures, nothing of who it was. */
  vitals: 'vitals',
  /** Errors in browsers within a minute, by build, file, kind and route; nothing of what they were about. */
  browserErrors: 'browser_errors',
  /** An edition of the operator's file lacks what the law asks for: it is not found, and hands no cart over (P142). */
  editionIncomplete: 'edition_incomplete',
  /** Spans that the collector of traces has not taken within a minute, by number. */
  tracesLost: 'traces_lost',
  unhandled: 'unhandled',
} as const;
