import { changeLines } from '@flagstaff/contract/event-change-lines'
import { plain, sentenceOf } from '@flagstaff/contract/event-sentences'
import type { EventType } from '@flagstaff/contract/event-types'
import type { ChangePreview } from '@flagstaff/contract/radius'
import type { Rehearsed } from '../requests/index.ts'

type Change = Rehearsed['changes'][number]
type Sentence = ChangePreview['sentences'][number]

const types: Readonly<Record<string, EventType>> = {
  addStrategy: 'feature-strategy-add',
  updateStrategy: 'feature-strategy-update',
  deleteStrategy: 'feature-strategy-remove',
  reorderStrategy: 'strategy-order-changed',
  patchVariant: 'feature-environment-variants-updated',
  archiveFeature: 'feature-archived',
  reviveFeature: 'feature-revived',
  addDependency: 'feature-dependency-added',
  deleteDependency: 'feature-dependency-removed',
  updateSegment: 'segment-updated',
  deleteSegment: 'segment-deleted',
}

/** A change as the event log would describe it. */
export function toSentence({ action, flag, environment, payload, snapshot }: Change): Sentence {
  const type = action === 'updateEnabled' ? turned(payload) : types[action]
  if (!type) return { text: action, lines: [] }
  const isGone = action.startsWith('delete')
  const data = isGone ? undefined : payload
  const preData = unsorted(snapshot) ?? (isGone ? payload : undefined)
  const event = { type, featureName: flag, environment, data, preData }
  return {
    text: sentenceOf(event, { where: true, render: plain }).join(''),
    lines: action === 'updateStrategy' || action === 'updateSegment' ? changeLines({ data, preData }) : [],
  }
}

/** The order of rules is a separate change. */
function unsorted(snapshot: unknown): unknown {
  if (typeof snapshot !== 'object' || snapshot === null || Array.isArray(snapshot)) return snapshot
  const { sortOrder: _, ...rest } = snapshot as { sortOrder?: number }
  return rest
}

const turned = (payload: unknown): EventType =>
  (payload as { enabled?: boolean } | undefined)?.enabled
    ? 'feature-environment-enabled'
    : 'feature-environment-disabled'
