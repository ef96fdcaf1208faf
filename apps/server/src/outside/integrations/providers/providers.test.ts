import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { catalogue, findProvider } from './index.ts'
import { messageOf } from './message.ts'
import { faultOfTemplate, renderTemplate } from './template.ts'
import type { SentEvent } from './types.ts'

const home = 'https://flags.example.com'
const event: SentEvent = {
  id: 7,
  type: 'feature-environment-enabled',
  createdBy: 'olga',
  createdByUserId: 3,
  createdAt: '2026-11-17T12:00:00.000Z',
  data: null,
  preData: null,
  tags: [{ type: 'slack', value: 'checkout' }],
  featureName: 'new-checkout',
  project: 'default',
  environment: 'production',
  groupType: null,
  groupId: null,
  digest: 'd'.repeat(64),
  hash: 'a'.repeat(64),
}
const render = (name: string, parameters: object, events = [event]) =>
  findProvider(name)?.render(events, { parameters: { ...parameters }, home }) ?? []
const bodyOf = (name: string, parameters: object) => JSON.parse(String(render(name, parameters)[0]?.body))

test('a webhook sends the event without what only the log has', () => {
  const [request] = render('webhook', {
    url: 'https://x.example',
    authorization: 'k',
    customHeaders: '{"X-Team":"a"}',
  })
  expect(request?.headers).toEqual({ 'content-type': 'application/json', authorization: 'k', 'x-team': 'a' })
  expect(Object.keys(JSON.parse(String(request?.body)))).toEqual([
    'id',
    'type',
    'createdBy',
    'createdByUserId',
    'createdAt',
    'data',
    'preData',
    'tags',
    'featureName',
    'project',
    'environment',
    'groupType',
    'groupId',
  ])
})

test('Slack gets a message for each channel, of the settings and of the tags', () => {
  const requests = render('slack-app', { accessToken: 'xoxb', defaultChannels: '#releases, checkout' })
  expect(requests.map(({ channel }) => channel)).toEqual(['releases', 'checkout'])
  expect(bodyOf('slack', { url: 'https://x.example' })).toMatchObject({
    username: 'Flagstaff',
    channel: '#checkout',
    text: expect.stringContaining(
      '<https://flags.example.com/projects/default/features/new-checkout|new-checkout>',
    ),
  })
  expect(findProvider('slack-app')?.faultIn?.('{"ok":false,"error":"channel_not_found"}')).toContain(
    'channel_not_found',
  )
})

test('Teams gets a card', () => {
  expect(bodyOf('teamsworkflow', { url: 'https://x.example' })).toMatchObject({
    type: 'message',
    attachments: [
      { content: { type: 'AdaptiveCard', version: '1.5', actions: [{ type: 'Action.OpenUrl' }] } },
    ],
  })
})

test('Datadog, New Relic, Grafana and PagerDuty get what they read', () => {
  expect(bodyOf('datadog', { apiKey: 'k' })).toMatchObject({
    text: expect.stringMatching(/^%%% \n .* \n %%% $/s),
    tags: ['slack:checkout'],
  })
  const [relic] = render('new-relic', { url: 'https://x.example', licenseKey: 'k' })
  expect(JSON.parse(gunzipSync(relic?.body as Uint8Array).toString())).toMatchObject({
    eventType: 'UnleashServiceEvent',
    unleashEventType: 'feature-environment-enabled',
    featureName: 'new-checkout',
  })
  expect(render('grafana', { url: 'https://g.example/', token: 't' })[0]?.url).toBe(
    'https://g.example/api/annotations',
  )
  expect(bodyOf('grafana', { url: 'https://g.example', token: 't' })).toMatchObject({
    time: Date.parse(event.createdAt),
    tags: ['flagstaff', 'default', 'production', 'new-checkout'],
  })
  expect(bodyOf('pagerduty', { routingKey: 'r' })).toMatchObject({
    routing_key: 'r',
    payload: { source: home },
  })
})

test.each(['ndjson', 'splunk', 'elastic', 'loki', 'datadog'])(
  'the stream for %s contains revision and hash',
  (preset) => {
    const [request] = render('event-stream', { url: 'https://x.example', preset, token: 't' })
    const text = String(request?.body).replaceAll('\\"', '"')
    expect(text).toContain(`"hash":"${event.hash}"`)
    expect(text).toContain('"revision":7')
  },
)

test('OpenTelemetry gets a log record with attributes', () => {
  const [record] = bodyOf('otlp', { url: 'https://x.example' }).resourceLogs[0].scopeLogs[0].logRecords
  expect(record.attributes).toContainEqual({ key: 'flagstaff.revision', value: { intValue: '7' } })
})

test('templates escape values, except the sentence, and reach nothing but the event', () => {
  const config = { parameters: {}, home }
  const evil = { ...event, featureName: '</script>' }
  expect(renderTemplate('{{event.featureName}}', evil, config)).toBe('&lt;&#x2F;script&gt;')
  expect(renderTemplate('{{eventMarkdown}}', event, config)).toContain('[`new-checkout`](https://')
  expect(JSON.parse(JSON.parse(renderTemplate('{{{eventJson}}}', event, config)))).toMatchObject({ id: 7 })
  expect(
    renderTemplate('{{event.constructor.name}}{{constructor.name}}{{event.__proto__}}', event, config),
  ).toBe('')
  expect(faultOfTemplate('{{#a}}')).toContain('a')
})

test('templates that repeat too much are refused, however they do it', () => {
  const config = { parameters: {}, home }
  const long = {
    ...event,
    data: { list: Array.from({ length: 400 }, (_, index) => String(index)), text: 'x'.repeat(10_000) },
  }
  const nested = (inner: string) =>
    `{{#event.data.list}}{{#event.data.list}}{{#event.data.list}}${inner}{{/event.data.list}}{{/event.data.list}}{{/event.data.list}}`
  expect(() => renderTemplate(nested(''), long, config)).toThrow('repeats too much')
  expect(() => renderTemplate('{{{eventJson}}}'.repeat(600), long, config)).toThrow('256 kB')
  expect(() => renderTemplate('{{event.data.text}}'.repeat(600), long, config)).toThrow('256 kB')
  expect(renderTemplate('{{#event.data.list}}{{.}},{{/event.data.list}}', long, config)).toContain('399,')
})

test('a message says what changed, in at most six lines', () => {
  const updated: SentEvent = {
    ...event,
    type: 'feature-strategy-update',
    data: { parameters: { rollout: '40' } },
    preData: { parameters: { rollout: '25' } },
  }
  expect(messageOf([updated], home, 'markdown').text).toContain('rollout 25 → 40 %')
})

test('every provider is complete: texts, and an address or a default', () => {
  for (const { name, displayName, description, parameters = [], events = [] } of catalogue) {
    expect([name, displayName, description].every((text) => text.length > 2)).toBe(true)
    expect(parameters.length).toBeGreaterThan(0)
    expect(events.length).toBeGreaterThan(100)
  }
})
