/** Attributes of a span: names and numbers of the program, never addresses, headers or texts of visitors. */
export type Attributes = Readonly<Record<string, string | number>>;

/** A part of a request's work. */
export interface Step {
  /** `traceparent` for calls made by this step (W3C Trace Context, section 3.2). */
  readonly traceParent: string;
  /** @param error code of its error; null for success */
  end(error: string | null): void;
}

export interface Trace {
  /** 32 hexadecimal digits; the log line of the request has them too. */
  readonly id: string;
  begin(name: string, attributes: Attributes): Step;
  /** @param error code of the shown error; null for none */
  end(route: string, status: number, attributes: Attributes, error: string | null): void;
}

export interface Tracing {
  /**
   * @param requestId the shop's own id
   * @param traceParent header of the request; a malformed one is ignored
   */
  begin(requestId: string, method: string, traceParent: string | undefined): Trace;
  /** Sends the remaining spans, for at most two seconds. */
  stop(): Promise<void>;
}

/** Span of the caller that began the trace. */
export interface RemoteParent {
  traceId: string;
  spanId: string;
  isSampled: boolean;
}

/**
 * Reads a `traceparent` (W3C Trace Context, section 3.2.2), without additions of later versions. Returns null for a
 * malformed one and for zero ids.
 */
export function readTraceParent(header: string | undefined): RemoteParent | null {
  const [, version, traceId = '', spanId = '', flags = '', rest] =
    /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/.exec(header ?? '') ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
