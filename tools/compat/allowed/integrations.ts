import type { Allowed } from './entry.ts'

export const integrations: Allowed[] = [
  {
    name: 'a new integration answers with 200, as the contract says',
    kind: 'exact',
    because: 'the reference answers with 201, which its contract does not list',
    operations: /^createAddon$/,
    at: /^status$/,
    when: ({ theirs }) => theirs === 201,
  },
  {
    name: 'secrets of integrations are never answered, and requests are signed',
    kind: 'safer',
    because: 'an address of a webhook is often a secret',
    operations: /^(create|update)Addon$/,
    at: /^body\.(parameters\.url|signingSecret|createdAt)$/,
  },
  {
    name: 'deliveries of an integration that does not exist are not found',
    kind: 'exact',
    because: 'an empty list would say that nothing was sent',
    operations: /^getIntegrationEvents$/,
    at: /./,
    when: (_difference, { statuses }) => statuses.ours === 404 && statuses.theirs === 200,
  },
  {
    name: 'what can be integrated is described in other words',
    kind: 'exact',
    because: 'texts are ours, and no other company is called to install something',
    operations: /^getAddons$/,
    at: /^body\.providers\[\]\.((parameters\[\]\.)?(description|displayName|placeholder)|documentationUrl|howTo|deprecated|alerts|installation|tagTypes.*)$/,
  },
  {
    name: 'more can be integrated, and every event type can be sent',
    kind: 'more',
    because: 'Grafana, PagerDuty, log systems, batches and signatures',
    operations: /^getAddons$/,
    at: /^body\.providers(\[\](\.(signed|events(\[\])?|parameters\[\]))?)?$/,
    differs: ['extra', 'order'],
  },
  {
    name: 'an incoming webhook of Slack needs no channel',
    kind: 'more',
    because: 'it posts to the one that it was created for',
    operations: /^getAddons$/,
    at: /^body\.providers\[\]\.parameters\[\]\.required$/,
  },
]
