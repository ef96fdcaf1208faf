import { eventTypes } from '@flagstaff/contract/event-types'
import type { AddonType } from '@flagstaff/contract/integrations'
import { datadog, grafana, newRelic, pagerDuty } from './monitoring.ts'
import { slack, slackApp } from './slack.ts'
import { eventStream, otlp } from './streams.ts'
import { teams, teamsWorkflow } from './teams.ts'
import type { Provider } from './types.ts'
import { webhook } from './webhook.ts'

const all: readonly Provider[] = [
  webhook,
  slackApp,
  slack,
  teamsWorkflow,
  datadog,
  newRelic,
  grafana,
  pagerDuty,
  eventStream,
  otlp,
  teams,
]

const byName = new Map(all.map((provider) => [provider.definition.name, provider]))

export const findProvider = (name: string): Provider | undefined => byName.get(name)

export const catalogue: readonly AddonType[] = all.map(({ definition, kind }) => ({
  ...definition,
  parameters: [...definition.parameters],
  events: [...eventTypes],
  signed: kind !== 'chat',
}))
