import { markdown, sentenceOf } from '@flagstaff/contract/event-sentences'
import { eventTexts } from '@flagstaff/contract/event-texts'
import type { EventType } from '@flagstaff/contract/event-types'

export type Described = {
  type: EventType
  actor_name: string
  project: string | null
  environment: string | null
  flag: string | null
  data: unknown
  pre_data: unknown
}

const render = markdown()

/** The label of an event and a one-sentence summary in Markdown. */
export function textOf(row: Described): { label: string; summary: string } {
  const event = { ...row, featureName: row.flag, preData: row.pre_data }
  const sentence = sentenceOf(event, { where: true, render }).join('')
  return { label: eventTexts[row.type][0], summary: `${render('actor', row.actor_name)} ${sentence}.` }
}
