import { plainOf } from './message.ts'
import { wireEvent } from './template.ts'
import {
  type Config,
  headersOf,
  headersParameter,
  type Provider,
  parameter,
  type SentEvent,
  textOf,
  urlParameter,
} from './types.ts'

// The event log for systems that collect logs.

/** An event with what proves its place in the log. */
export const recordOf = (event: SentEvent) => ({
  ...wireEvent(event),
  revision: event.id,
  digest: event.digest,
  hash: event.hash,
})

const lines = (records: readonly unknown[]) => `${records.map((one) => JSON.stringify(one)).join('\n')}\n`
const seconds = ({ createdAt }: SentEvent) => Date.parse(createdAt) / 1_000
const nanoseconds = ({ createdAt }: SentEvent) => `${Date.parse(createdAt)}000000`

type Preset = {
  headers: (secret: string) => Record<string, string>
  body: (events: readonly SentEvent[]) => string
}

const bearer = (secret: string): Record<string, string> =>
  secret === '' ? {} : { authorization: `Bearer ${secret}` }

const presets: Record<string, Preset> = {
  ndjson: {
    headers: (secret) => ({ 'content-type': 'application/x-ndjson', ...bearer(secret) }),
    body: (events) => lines(events.map(recordOf)),
  },
  splunk: {
    headers: (secret) => ({ 'content-type': 'application/json', authorization: `Splunk ${secret}` }),
    body: (events) =>
      lines(
        events.map((event) => ({
          time: seconds(event),
          source: 'flagstaff',
          sourcetype: 'flagstaff:event',
          event: recordOf(event),
        })),
      ),
  },
  elastic: {
    headers: (secret) => ({
      'content-type': 'application/x-ndjson',
      ...(secret === '' ? {} : { authorization: `ApiKey ${secret}` }),
    }),
    // Sent twice, an event replaces itself.
    body: (events) =>
      lines(
        events.flatMap((event) => [
          { index: { _id: `${event.id}-${event.hash.slice(0, 16)}` } },
          { '@timestamp': event.createdAt, ...recordOf(event) },
        ]),
      ),
  },
  loki: {
    headers: (secret) => ({ 'content-type': 'application/json', ...bearer(secret) }),
    body: (events) =>
      JSON.stringify({
        streams: [
          {
            stream: { source: 'flagstaff' },
            values: events.map((event) => [nanoseconds(event), JSON.stringify(recordOf(event))]),
          },
        ],
      }),
  },
  datadog: {
    headers: (secret) => ({ 'content-type': 'application/json', 'DD-API-KEY': secret }),
    body: (events) =>
      JSON.stringify(
        events.map((event) => ({
          ddsource: 'flagstaff',
          service: 'flagstaff',
          message: plainOf(event),
          ...recordOf(event),
        })),
      ),
  },
}

const presetOf = (config: Pick<Config, 'parameters'>): Preset | undefined =>
  presets[textOf(config, 'preset') || 'ndjson']

export const eventStream: Provider = {
  kind: 'stream',
  definition: {
    name: 'event-stream',
    displayName: 'Event stream for a SIEM',
    description:
      'Sends the event log with its hashes to Splunk, Elastic, Loki, Datadog Logs or any collector.',
    documentationUrl: 'reference/integrations/event-stream',
    parameters: [
      parameter('preset', 'Format', {
        description: `One of ${Object.keys(presets).join(', ')}. Empty for ndjson: one JSON object per line.`,
        placeholder: 'ndjson',
      }),
      urlParameter({ sensitive: false, placeholder: 'https://splunk.example.com/services/collector/event' }),
      parameter('token', 'Token', {
        sensitive: true,
        description: 'The HEC token, API key or bearer token of the collector.',
      }),
      headersParameter,
    ],
  },
  check: (parameters) =>
    presetOf({ parameters })
      ? undefined
      : { parameter: 'preset', why: `The format must be one of ${Object.keys(presets).join(', ')}.` },
  render(events, config) {
    const preset = presetOf(config)
    if (!preset) return []
    return [
      {
        url: textOf(config, 'url'),
        headers: { ...preset.headers(textOf(config, 'token')), ...headersOf(config) },
        body: preset.body(events),
      },
    ]
  },
}

const attribute = (key: string, value: string | number | null) =>
  value === null
    ? []
    : [{ key, value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value } }]

export const otlp: Provider = {
  kind: 'stream',
  definition: {
    name: 'otlp',
    displayName: 'OpenTelemetry logs',
    description: 'Sends events as log records over OTLP/HTTP.',
    documentationUrl: 'reference/integrations/opentelemetry',
    parameters: [
      urlParameter({ sensitive: false, placeholder: 'https://otel.example.com/v1/logs' }),
      parameter('authorization', 'Authorization', {
        description: 'The value of the Authorization header.',
        sensitive: true,
      }),
      headersParameter,
    ],
  },
  render: (events, config) => [
    {
      url: textOf(config, 'url'),
      headers: {
        'content-type': 'application/json',
        ...(textOf(config, 'authorization') ? { authorization: textOf(config, 'authorization') } : {}),
        ...headersOf(config),
      },
      body: JSON.stringify({
        resourceLogs: [
          {
            resource: { attributes: attribute('service.name', 'flagstaff') },
            scopeLogs: [{ scope: { name: 'flagstaff.events' }, logRecords: events.map(logRecord) }],
          },
        ],
      }),
    },
  ],
}

const logRecord = (event: SentEvent) => ({
  timeUnixNano: nanoseconds(event),
  severityNumber: 9,
  severityText: 'INFO',
  body: { stringValue: plainOf(event) },
  attributes: [
    ...attribute('event.name', event.type),
    ...attribute('flagstaff.revision', event.id),
    ...attribute('flagstaff.hash', event.hash),
    ...attribute('flagstaff.project', event.project),
    ...attribute('flagstaff.environment', event.environment),
    ...attribute('feature_flag.key', event.featureName),
    ...attribute('enduser.id', event.createdBy),
    ...attribute('flagstaff.data', event.data == null ? null : JSON.stringify(event.data)),
  ],
})
