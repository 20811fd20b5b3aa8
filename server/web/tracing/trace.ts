/** Attributes of a span: names and numbers of the program, never an address, a header or a visitor's text. */
export type Attributes = Readonly<Record<string, string | number>>;

/** A piece of work within a request, from its beginning to `end`. */
export interface Step {
  /** `traceparent` of what is asked of others meanwhile (W3C Trace Context, section 3.2). */
  readonly traceParent: string;
  /** @param error code of the error that it ended with; null where it went well. */
  end(error: string | null): void;
}

/** A request as a trace sees it. */
export interface Trace {
  /** 32 hexadecimal digits, which the line of the log names beside the request's own id. */
  readonly id: string;
  begin(name: string, attributes: Attributes): Step;
  /** @param error code of the error that was shown; null where there was none. */
  end(route: string, status: number, attributes: Attributes, error: string | null): void;
}

/** Traces of requests, for a collector of the operator's. */
export interface Tracing {
  /**
   * @param requestId the shop's own id of the request.
   * @param traceParent header of the request; a malformed one is as none.
   */
  begin(requestId: string, method: string, traceParent: string | undefined): Trace;
  /** Sends what is left, for two seconds at most. */
  stop(): Promise<void>;
}

/** Span of the caller that began the trace. */
export interface RemoteParent {
  traceId: string;
  spanId: string;
  isSampled: boolean;
}

/**
 * A `traceparent` as W3C Trace Context writes it (section 3.2.2): what a later version appends is not read. Null where
 * it is malformed, or its ids are zero.
 */
export function readTraceParent(header: string | undefined): RemoteParent | null {
  const [, version, traceId = '', spanId = '', flags = '', rest] =
    /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/.exec(header ?? '') ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
