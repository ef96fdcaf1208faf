import { gzipSync } from 'node:zlib'
import { eventTexts } from '@flagstaff/contract/event-texts'
import { linkOf, markdownOf, plainOf } from './message.ts'
import { faultOfTemplate, renderTemplate } from './template.ts'
import {
  type Config,
  headersOf,
  headersParameter,
  type Parameters,
  type Provider,
  parameter,
  type SentEvent,
  templateParameter,
  textOf,
  urlParameter,
} from './types.ts'

// Products that show events beside other figures of an application.

const json = { 'content-type': 'application/json' }
const each = (
  events: readonly SentEvent[],
  render: (event: SentEvent) => ReturnType<Provider['render']>[number],
) => events.map(render)

const checkTemplate = (parameters: Parameters) => {
  const why = faultOfTemplate(textOf({ parameters }, 'bodyTemplate'))
  return why === undefined ? undefined : { parameter: 'bodyTemplate', why }
}

const textFor = (event: SentEvent, config: Config, otherwise: () => string): string => {
  const template = textOf(config, 'bodyTemplate')
  return template === '' ? otherwise() : renderTemplate(template, event, config)
}

export const datadog: Provider = {
  kind: 'event',
  definition: {
    name: 'datadog',
    displayName: 'Datadog',
    description: 'Adds events to the event stream, so that dashboards show when a flag changed.',
    documentationUrl: 'reference/integrations/datadog',
    parameters: [
      urlParameter({
        required: false,
        sensitive: false,
        placeholder: 'https://api.datadoghq.com/api/v1/events',
        description: 'Only for other sites than the one in the US.',
      }),
      parameter('apiKey', 'API key', { required: true, sensitive: true }),
      parameter('sourceTypeName', 'Source type'),
      headersParameter,
      templateParameter,
    ],
  },
  check: checkTemplate,
  render: (events, config) =>
    each(events, (event) => ({
      url: textOf(config, 'url') || 'https://api.datadoghq.com/api/v1/events',
      headers: { ...json, 'DD-API-KEY': textOf(config, 'apiKey'), ...headersOf(config) },
      body: JSON.stringify({
        text: `%%% \n ${textFor(event, config, () => markdownOf(event, config.home))} \n %%% `,
        title: eventTexts[event.type][0],
        tags: event.tags.map(({ type, value }) => `${type}:${value}`),
        ...(textOf(config, 'sourceTypeName') ? { source_type_name: textOf(config, 'sourceTypeName') } : {}),
      }),
    })),
}

export const newRelic: Provider = {
  kind: 'event',
  definition: {
    name: 'new-relic',
    displayName: 'New Relic',
    description: 'Adds custom events, which queries and dashboards can use.',
    documentationUrl: 'reference/integrations/new-relic',
    parameters: [
      urlParameter({
        sensitive: false,
        placeholder: 'https://insights-collector.newrelic.com/v1/accounts/…/events',
      }),
      parameter('licenseKey', 'License key', { required: true, sensitive: true }),
      headersParameter,
      templateParameter,
    ],
  },
  check: checkTemplate,
  render: (events, config) =>
    each(events, (event) => ({
      url: textOf(config, 'url'),
      headers: {
        ...json,
        'content-encoding': 'gzip',
        'Api-Key': textOf(config, 'licenseKey'),
        ...headersOf(config),
      },
      body: gzipSync(textFor(event, config, () => JSON.stringify(flatten(event)))),
    })),
}

/** The event types keep the names that dashboards of people who come from Unleash query. */
function flatten({ type, data, preData: _before, tags, digest: _digest, hash: _hash, ...event }: SentEvent) {
  const fields = typeof data === 'object' && data !== null && !Array.isArray(data) ? data : {}
  const flat = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
  ])
  return {
    ...Object.fromEntries(flat),
    eventType: 'UnleashServiceEvent',
    unleashEventType: type,
    ...event,
    tags: tags.map((tag) => `${tag.type}:${tag.value}`).join(','),
  }
}

export const grafana: Provider = {
  kind: 'event',
  definition: {
    name: 'grafana',
    displayName: 'Grafana annotations',
    description: 'Marks changes of flags in the graphs of Grafana.',
    documentationUrl: 'reference/integrations/grafana',
    howTo: 'Create a service account in Grafana that may write annotations, and enter its token here.',
    parameters: [
      urlParameter({ sensitive: false, placeholder: 'https://grafana.example.com' }),
      parameter('token', 'Token', { required: true, sensitive: true, placeholder: 'glsa_…' }),
      headersParameter,
    ],
  },
  render: (events, config) =>
    each(events, (event) => ({
      url: `${textOf(config, 'url').replace(/\/+$/, '')}/api/annotations`,
      headers: { ...json, authorization: `Bearer ${textOf(config, 'token')}`, ...headersOf(config) },
      body: JSON.stringify({
        time: Date.parse(event.createdAt),
        tags: ['flagstaff', event.project, event.environment, event.featureName].filter(
          (tag) => tag !== null,
        ),
        text: `${plainOf(event)}. ${linkOf(event, config.home)}`,
      }),
    })),
}

export const pagerDuty: Provider = {
  kind: 'event',
  definition: {
    name: 'pagerduty',
    displayName: 'PagerDuty change events',
    description: 'Shows changes of flags beside incidents.',
    documentationUrl: 'reference/integrations/pagerduty',
    howTo: 'Add an Events API v2 integration to a service in PagerDuty, and enter its key here.',
    parameters: [
      parameter('routingKey', 'Integration key', { required: true, sensitive: true }),
      urlParameter({
        required: false,
        sensitive: false,
        placeholder: 'https://events.pagerduty.com/v2/change/enqueue',
        description: 'Only for the service region in the EU.',
      }),
    ],
  },
  render: (events, config) =>
    each(events, (event) => ({
      url: textOf(config, 'url') || 'https://events.pagerduty.com/v2/change/enqueue',
      headers: json,
      body: JSON.stringify({
        routing_key: textOf(config, 'routingKey'),
        payload: {
          summary: plainOf(event).slice(0, 1_024),
          timestamp: event.createdAt,
          source: config.home,
          custom_details: { project: event.project, environment: event.environment, flag: event.featureName },
        },
        links: [{ href: linkOf(event, config.home), text: 'Open in Flagstaff' }],
      }),
    })),
}
