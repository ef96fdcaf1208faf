import type { ReactNode } from 'react'
import { type Editor, useContentVersion, useEditor } from '../../../lib/editor.ts'
import { useCan } from '../../../lib/session.ts'
import { EditorCard } from '../../../ui/Settings.tsx'
import { t } from './messages.ts'

/** The stored settings that all cards of a provider's page share. */
export type Stored = { locked: boolean }
export type Save<T> = (change: Partial<T>) => Promise<unknown>

type CardProps<T extends object> = {
  title: string
  text?: string
  name: string
  stored: Stored
  /** The stored values of this card. */
  start: T
  /** Field labels, for the list of changes. */
  words: Record<keyof T, string>
  save: Save<T>
  children(draft: T, edit: (change: Partial<T>) => void): ReactNode
}

/** A part of a provider's settings with its own save button. */
export function Card<T extends object>(props: CardProps<T>) {
  const { title, text, name, stored, start, words, save, children } = props
  const notAllowed = useCan(['ADMIN', 'UPDATE_AUTH_CONFIGURATION'])
  const editor: Editor<T> = useEditor({
    start,
    version: useContentVersion(start),
    save: (draft) => save(Object.fromEntries(editor.edited.map((key) => [key, draft[key]])) as Partial<T>),
  })
  return (
    <EditorCard
      editor={editor}
      title={title}
      text={text}
      name={name}
      changes={editor.edited.map((key) => words[key])}
      refusal={stored.locked ? t('locked') : notAllowed}
    >
      {children(editor.draft, editor.edit)}
    </EditorCard>
  )
}
