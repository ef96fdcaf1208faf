import { changeLines } from '@flagstaff/contract/event-change-lines'
import { markdown, plain, type Render, sentenceOf, slack } from '@flagstaff/contract/event-sentences'
import { eventTexts } from '@flagstaff/contract/event-texts'
import type { SentEvent } from './types.ts'

// Events as people read them in chats.

const MOST_LINES = 5
const MOST_NAMES = 5
const MOST_SENTENCES = 20
/** A change of more events is one message. */
export const MOST_SINGLE = 5

export type Message = { title: string; text: string; link: string }

const sentence = (event: SentEvent, render: Render<string>): string =>
  `${render('actor', event.createdBy)} ${sentenceOf(event, { where: true, render }).join('')}`

export const markdownOf = (event: SentEvent, home: string): string => sentence(event, markdown(home))

/** One message for a send: an event with what changed, a large change in a summary, or one line for each event. */
export function messageOf(events: readonly SentEvent[], home: string, format: 'slack' | 'markdown'): Message {
  const render = format === 'slack' ? slack(home) : markdown(home)
  const [first] = events
  if (!first) return { title: '', text: '', link: home }
  if (events.length === 1) {
    const lines = changeLines({ data: first.data, preData: first.preData })
    const shown = lines.slice(0, MOST_LINES).map((line) => `• ${render('name', line)}`)
    const more = lines.length - shown.length
    return {
      title: eventTexts[first.type][0],
      text: [`${sentence(first, render)}.`, ...shown, ...(more > 0 ? [`• and ${more} more`] : [])].join('\n'),
      link: linkOf(first, home),
    }
  }
  const link = `${home}/history?from=${first.id}&to=${events.at(-1)?.id}`
  if (isOneChange(events)) {
    return {
      title: `${events.length} changes at once`,
      text: [
        `${render('actor', first.createdBy)} made ${events.length} changes at once:`,
        ...countLines(events, render),
      ].join('\n'),
      link,
    }
  }
  const lines = events.slice(0, MOST_SENTENCES).map((event) => `• ${sentence(event, render)}`)
  const more = events.length - lines.length
  return {
    title: `${events.length} changes`,
    text: [...lines, ...(more > 0 ? [`• and ${more} more`] : [])].join('\n'),
    link,
  }
}

/** How many events there are of each type, with the first names. */
function countLines(events: readonly SentEvent[], render: Render<string>): string[] {
  const byType = Map.groupBy(events, ({ type }) => type)
  return [...byType].map(([type, some]) => {
    const all = [...new Set(some.flatMap(({ featureName }) => featureName ?? []))]
    const names = all.slice(0, MOST_NAMES).map((name) => render('name', name))
    const more = all.length - names.length
    const listed = names.length > 0 ? `: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}` : ''
    return `• ${some.length} × ${eventTexts[type][0]}${listed}`
  })
}

/** All events of one change have the same time and actor, and all parts of an import the same group. */
export const isSameChange = (one: SentEvent, other: SentEvent): boolean =>
  (isOfImport(one) && one.groupId === other.groupId) ||
  (one.createdAt === other.createdAt &&
    one.createdByUserId === other.createdByUserId &&
    one.createdBy === other.createdBy)

export const isOfImport = ({ groupType }: SentEvent): boolean => groupType === 'transaction'

const isOneChange = (events: readonly SentEvent[]) =>
  events.every((event) => isSameChange(event, events[0] as SentEvent))

/** The page of the flag or project of an event, or the history. */
export function linkOf(event: SentEvent, home: string): string {
  const render: Render<string | undefined> = (_kind, _text, link) => link
  const [link] = sentenceOf(event, { where: true, render }).filter((one) => one !== undefined)
  return `${home}${link ?? `/history?from=${event.id}&to=${event.id}`}`
}

export const plainOf = (event: SentEvent): string => sentence(event, plain)
