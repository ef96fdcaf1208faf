import type { ReactNode } from 'react'
import { useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { useDraft } from '../../lib/draft.ts'
import { useCan } from '../../lib/session.ts'
import { t as shared } from '../../messages/en.ts'
import { MergeBar } from '../../ui/MergeBar.tsx'
import { SettingsCard } from '../../ui/Settings.tsx'
import { t } from './messages.ts'

/** What every card of a provider's page works on. */
export type Stored = { locked: boolean }
export type Save<T> = (
  change: Partial<T>,
  outcome: { onError(error: Error): void; onSuccess(): void },
) => void

type CardProps<T extends object> = {
  title: string
  text?: string
  name: string
  stored: Stored
  /** What this card holds, as it is stored. */
  start: T
  /** What each field is called, in the line that says what saving will change. */
  words: Record<keyof T, string>
  save: Save<T>
  busy: boolean
  children(draft: T, edit: (change: Partial<T>) => void): ReactNode
}

/** Counts the changes of what a card holds: those of another card are no concern of it. */
function useVersionOf(start: object): number {
  const text = JSON.stringify(start)
  const [known, setKnown] = useState({ text, version: 0 })
  if (known.text !== text) setKnown({ text, version: known.version + 1 })
  return known.version
}

/** Some of the settings of a provider, saved by themselves. */
export function Card<T extends object>(props: CardProps<T>) {
  const { title, text, name, stored, start, words, save, busy, children } = props
  const notAllowed = useCan(['ADMIN', 'UPDATE_AUTH_CONFIGURATION'])
  const [problem, setProblem] = useState<string>()
  const form = useDraft(start, useVersionOf(start))
  const submit = () => {
    setProblem(undefined)
    const change = Object.fromEntries(form.edited.map((key) => [key, form.draft[key]])) as Partial<T>
    save(change, {
      onError: (error) => setProblem(error instanceof ApiError ? error.message : shared('state.failed')),
      onSuccess: form.reset,
    })
  }
  return (
    <SettingsCard
      title={title}
      {...(text ? { text } : {})}
      changes={form.edited.map((key) => words[key])}
      problem={problem}
      refusal={stored.locked ? t('locked') : notAllowed}
      busy={busy}
      onSave={submit}
      onReset={form.reset}
    >
      {form.changedUnderneath && !busy && (
        <MergeBar name={name} onTheirs={form.takeTheirs} onMine={form.keepMine} />
      )}
      {children(form.draft, form.edit)}
    </SettingsCard>
  )
}
