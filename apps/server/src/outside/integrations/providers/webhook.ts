import { faultOfTemplate, renderTemplate, wireEvent } from './template.ts'
import {
  type Config,
  headersOf,
  headersParameter,
  type Provider,
  parameter,
  type SentEvent,
  templateParameter,
  textOf,
  urlParameter,
} from './types.ts'

export const webhook: Provider = {
  kind: 'event',
  definition: {
    name: 'webhook',
    displayName: 'Webhook',
    description: 'Sends every event to an address, as JSON or with a template.',
    documentationUrl: 'reference/integrations/webhook',
    howTo:
      'The receiver answers with a status between 200 and 299. Requests are signed as Standard Webhooks describes, so a receiver can check where they come from.',
    parameters: [
      urlParameter({ description: 'Events are sent to this address with POST.' }),
      parameter('contentType', 'Content type', { placeholder: 'application/json' }),
      parameter('authorization', 'Authorization', {
        description: 'The value of the Authorization header.',
        sensitive: true,
      }),
      headersParameter,
      templateParameter,
      parameter('batch', 'Events per request', {
        type: 'number',
        description:
          'Empty for one event per request. Otherwise the body is a JSON array with at most this many events, up to 500.',
      }),
    ],
  },
  render: (events, config) => [
    {
      url: textOf(config, 'url'),
      headers: {
        'content-type': textOf(config, 'contentType') || 'application/json',
        ...(textOf(config, 'authorization') ? { authorization: textOf(config, 'authorization') } : {}),
        ...headersOf(config),
      },
      body: bodyOf(events, config),
    },
  ],
  check(parameters) {
    const config = { parameters }
    const fault = faultOfTemplate(textOf(config, 'bodyTemplate'))
    if (fault) return { parameter: 'bodyTemplate', why: fault }
    if (batchOf(parameters) > 0 && textOf(config, 'bodyTemplate') !== '')
      return { parameter: 'batch', why: 'A body template is for single events. Remove one of the two.' }
  },
}

function bodyOf(events: readonly SentEvent[], config: Config): string {
  const [first] = events
  const template = textOf(config, 'bodyTemplate')
  if (batchOf(config.parameters) > 0) return JSON.stringify(events.map(wireEvent))
  if (!first) return ''
  return template === '' ? JSON.stringify(wireEvent(first)) : renderTemplate(template, first, config)
}

/** How many events a request can contain; 0 if they are sent one by one. */
export function batchOf({ batch }: Readonly<Record<string, unknown>>): number {
  const number = Math.floor(Number(batch))
  return Number.isFinite(number) ? Math.max(0, Math.min(number, 500)) : 0
}
