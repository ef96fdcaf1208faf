import { messageOf } from './message.ts'
import { headersOf, headersParameter, type Provider, textOf, urlParameter } from './types.ts'

export const teamsWorkflow: Provider = {
  kind: 'chat',
  definition: {
    name: 'teamsworkflow',
    displayName: 'Microsoft Teams',
    description: 'Posts cards to a channel or chat through a workflow.',
    documentationUrl: 'reference/integrations/microsoft-teams',
    howTo:
      'In Teams, create a workflow that posts to a channel when a webhook request is received, and enter its address here.',
    parameters: [urlParameter(), headersParameter],
  },
  render(events, config) {
    const { title, text, link } = messageOf(events, config.home, 'markdown')
    const [first] = events
    const facts = [
      { title: 'User', value: first?.createdBy ?? '' },
      { title: 'Action', value: title },
    ]
    const content = {
      type: 'AdaptiveCard',
      $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
      version: '1.5',
      body: [
        {
          type: 'Container',
          items: [
            { type: 'TextBlock', text: title, weight: 'bolder', size: 'medium' },
            { type: 'TextBlock', text: text.replaceAll('\n', '\n\n'), wrap: true },
            { type: 'FactSet', facts },
          ],
        },
      ],
      actions: [{ type: 'Action.OpenUrl', title: 'Open in Flagstaff', url: link }],
    }
    return [
      {
        url: textOf(config, 'url'),
        headers: { 'content-type': 'application/json', ...headersOf(config) },
        body: JSON.stringify({
          type: 'message',
          attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }],
        }),
      },
    ]
  },
}

/** Connectors of Teams, which Microsoft has turned off. Only for configurations that were moved here. */
export const teams: Provider = {
  ...teamsWorkflow,
  definition: {
    ...teamsWorkflow.definition,
    name: 'teams',
    displayName: 'Microsoft Teams connector',
    description: 'Posts through a connector, which Microsoft has replaced by workflows.',
    deprecated: 'Microsoft has turned off connectors. Use Microsoft Teams with a workflow instead.',
  },
}
