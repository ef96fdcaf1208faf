import { sentenceOf } from '@flagstaff/contract/event-sentences'
import type { Event } from '@flagstaff/contract/events'
import {
  type Icon,
  IconArchive,
  IconKey,
  IconPencil,
  IconPlus,
  IconTag,
  IconToggleLeft,
  IconToggleRight,
  IconTrash,
  IconUser,
} from '@tabler/icons-react'
import { Children, type ReactNode } from 'react'
import { formatMessage } from '../../../messages/messages.ts'

/** The action of an event, with names in bold. Project and environment are in separate columns. */
export function Sentence({ event }: { event: Event }) {
  const parts = sentenceOf<ReactNode>(event, {
    where: false,
    render: (kind, text) => (kind === 'text' ? formatMessage(text) : <b>{text}</b>),
  })
  return Children.toArray(parts)
}

const icons: [RegExp, Icon][] = [
  [/environment-enabled$|-on$/, IconToggleRight],
  [/environment-disabled$|-off$/, IconToggleLeft],
  [/archived$/, IconArchive],
  [/token/, IconKey],
  [/^(user|project-(user|access|group)|role|group)-/, IconUser],
  [/tag/, IconTag],
  [/(deleted|removed|remove)$/, IconTrash],
  [/(created|added|add|import|imported)$/, IconPlus],
]

export const iconOf = (type: string): Icon => icons.find(([pattern]) => pattern.test(type))?.[1] ?? IconPencil
