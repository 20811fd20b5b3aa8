import type { Span, SpanContext } from '@opentelemetry/api';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { Clock } from '../../clock/clock.js';
import { type Attributes, readTraceParent, type Tracing } from './trace.js';

export interface TracingSettings {
  clock: Clock;
  /** Address of a collector for OTLP over HTTP; `/v1/traces` is added. */
  endpoint: string;
  /** Headers for the collector, such as a key. */
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  /** Share of requests that are traced, from 0 to 1. */
  share: number;
  /** Called with the number of spans that the collector did not accept. */
  onLost(spans: number): void;
}

/** Milliseconds for one call of the collector, and for the last one when the shop stops. */
const collectorMs = 2000;

const hexOf = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;

/**
 * Opens traces by OpenTelemetry: a span for each request, with spans for its calls of the marketplace and its
 * rendering. A caller may continue its own trace or exclude a request, but cannot exceed the share. Spans that the
 * collector does not accept in time are dropped.
 *
 * The packages are imported here, so that shops without a collector do not load them.
 */
export async function openTracing(settings: TracingSettings): Promise<Tracing> {
  const { clock, endpoint, headers, serviceName, share, onLost } = settings;
  const [{ ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace }, sdk, { OTLPTraceExporter }] = await Promise.all(
    [
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
    ],
  );
  const collector = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    headers: { ...headers },
    timeoutMillis: collectorMs,
  });
  const exporter: SpanExporter = {
    export: (spans, done) =>
      collector.export(spans, (result) => {
        if (result.code !== 0) onLost(spans.length);
        done(result);
      }),
    forceFlush: () => collector.forceFlush(),
    shutdown: () => collector.shutdown(),
  };
  const named: Attributes = { 'service.name': serviceName };
  const resource = { attributes: named, merge: () => resource, getRawAttributes: () => Object.entries(named) };
  const share0to1 = new sdk.TraceIdRatioBasedSampler(share);
  const provider = new sdk.TracerProvider({
    resource,
    sampler: new sdk.ParentBasedSampler({ root: share0to1, remoteParentSampled: share0to1 }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, exportTimeoutMillis: collectorMs })],
  });
  const tracer = provider.getTracer('partavo');
  const finish = (span: Span, error: string | null): void => {
    if (error !== null) {
      span.setAttribute('error.type', error);
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end();
  };
  return {
    begin(requestId, method, traceParent) {
      const parent = readTraceParent(traceParent);
      const context = parent
        ? trace.setSpanContext(ROOT_CONTEXT, {
            traceId: parent.traceId,
            spanId: parent.spanId,
            traceFlags: parent.isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
            isRemote: true,
          })
        : ROOT_CONTEXT;
      const request = tracer.startSpan(
        method,
        { kind: SpanKind.SERVER, attributes: { 'http.request.method': method, 'partavo.request_id': requestId } },
        context,
      );
      const within = trace.setSpan(ROOT_CONTEXT, request);
      return {
        id: request.spanContext().traceId,
        begin(name, attributes) {
          const kind = name === 'render' ? SpanKind.INTERNAL : SpanKind.CLIENT;
          const span = tracer.startSpan(name, { kind, attributes }, within);
          return { traceParent: hexOf(span.spanContext()), end: (error) => finish(span, error) };
        },
        end(route, status, attributes, error) {
          request.updateName(`${method} ${route}`);
          request.setAttributes({ 'http.route': route, 'http.response.status_code': status, ...attributes });
          finish(request, status >= 500 ? (error ?? String(status)) : null);
        },
      };
    },
    stop: () => Promise.race([provider.shutdown().catch(() => {}), clock.sleep(collectorMs)]),
  };
}
