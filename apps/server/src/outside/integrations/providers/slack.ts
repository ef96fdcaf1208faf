import { messageOf } from './message.ts'
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

const MOST_CHARACTERS = 3_000
const json = { 'content-type': 'application/json; charset=utf-8' }

const cut = (text: string) =>
  text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text

/** The blocks of a message, with a button that leads to its page. */
function contentOf(events: readonly SentEvent[], { home }: Config) {
  const { text, link } = messageOf(events, home, 'slack')
  return {
    text: cut(text),
    blocks: [
      { type: 'section', text: { type: 'mrkdwn', text: cut(text) } },
      {
        type: 'actions',
        elements: [
          {
            type: 'button',
            text: { type: 'plain_text', text: 'Open in Flagstaff' },
            url: link,
            value: 'open',
          },
        ],
      },
    ],
  }
}

/** The default channels, and those that the flags are tagged with. */
function channelsOf(events: readonly SentEvent[], listed: string): string[] {
  const tagged = events.flatMap(({ tags }) =>
    tags.flatMap(({ type, value }) => (type === 'slack' ? value : [])),
  )
  const all = [...listed.split(','), ...tagged].map((name) => name.trim().replace(/^#/, ''))
  return [...new Set(all.filter((name) => name !== ''))]
}

/** An incoming webhook of Slack. */
export const slack: Provider = {
  kind: 'chat',
  definition: {
    name: 'slack',
    displayName: 'Slack webhook',
    description: 'Posts messages through an incoming webhook. The simplest way into a Slack channel.',
    documentationUrl: 'reference/integrations/slack-webhook',
    howTo: 'In Slack, create an app with an incoming webhook for the channel, and enter its address here.',
    parameters: [
      urlParameter({ placeholder: 'https://hooks.slack.com/services/…' }),
      parameter('username', 'Name of the sender', { placeholder: 'Flagstaff' }),
      parameter('emojiIcon', 'Icon of the sender', { placeholder: ':triangular_flag_on_post:' }),
      parameter('defaultChannel', 'Channel', {
        description: 'Most webhooks post only to the channel that they were created for.',
        placeholder: 'releases',
      }),
      headersParameter,
    ],
  },
  render(events, config) {
    const channels = channelsOf(events, textOf(config, 'defaultChannel'))
    const request = (channel?: string) => ({
      url: textOf(config, 'url'),
      headers: { ...json, ...headersOf(config) },
      body: JSON.stringify({
        username: textOf(config, 'username') || 'Flagstaff',
        icon_emoji: textOf(config, 'emojiIcon') || ':triangular_flag_on_post:',
        ...(channel ? { channel: `#${channel}` } : {}),
        ...contentOf(events, config),
      }),
      ...(channel ? { channel } : {}),
    })
    return channels.length > 0 ? channels.map(request) : [request()]
  },
}

/** An app in Slack, which posts to any channel that it may post to. */
export const slackApp: Provider = {
  kind: 'chat',
  definition: {
    name: 'slack-app',
    displayName: 'Slack app',
    description: 'Posts messages to the channels that you name, and to those that flags are tagged with.',
    documentationUrl: 'reference/integrations/slack-app',
    howTo:
      'In Slack, create an app from the manifest on the documentation page, install it, and enter its bot token here. A flag with a tag of the type slack also posts to the channel in the tag.',
    tagTypes: [
      {
        name: 'slack',
        description: 'A channel in Slack that gets messages about the flag.',
        icon: 'S',
        color: null,
      },
    ],
    parameters: [
      parameter('accessToken', 'Bot token', { required: true, sensitive: true, placeholder: 'xoxb-…' }),
      parameter('defaultChannels', 'Channels', {
        description: 'Separated by commas.',
        placeholder: 'releases, checkout-team',
      }),
    ],
  },
  render: (events, config) =>
    channelsOf(events, textOf(config, 'defaultChannels')).map((channel) => ({
      url: 'https://slack.com/api/chat.postMessage',
      headers: { ...json, authorization: `Bearer ${textOf(config, 'accessToken')}` },
      body: JSON.stringify({ channel, ...contentOf(events, config) }),
      channel,
    })),
  faultIn(body) {
    const read = JSON.parse(body) as { ok?: unknown; error?: unknown }
    return read.ok === false ? `Slack answered: ${String(read.error)}` : undefined
  },
}
