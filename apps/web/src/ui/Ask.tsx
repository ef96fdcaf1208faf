import { Checkbox } from '@mantine/core'
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { t } from '../messages/en.ts'
import { Confirm } from './Confirm.tsx'
import { Diff, type DiffLine } from './Diff.tsx'

export type Question = {
  title: string
  text?: ReactNode
  /** What changes, in words. */
  lines?: readonly DiffLine[]
  /** The verb and its object: what will happen. */
  label: string
  danger?: boolean
  /** A choice beside it, not taken unless ticked. */
  option?: string | undefined
  run(option: boolean): Promise<unknown>
}

const Asking = createContext<(question: Question) => void>(() => {})

/** Asks before something is done, with what it changes. */
export const useAsk = () => useContext(Asking)

/** One dialog for the page; it stays open, saving, until the server has answered. */
export function AskProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question>()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [option, setOption] = useState(false)
  const ask = useCallback((next: Question) => {
    setQuestion(next)
    setOption(false)
    setOpen(true)
  }, [])
  const go = async () => {
    setBusy(true)
    // A refusal has been said by whoever ran it; the dialog has nothing to add.
    await question?.run(option).catch(() => {})
    setBusy(false)
    setOpen(false)
  }
  return (
    <Asking.Provider value={ask}>
      {children}
      <Confirm
        opened={open}
        title={question?.title ?? ''}
        label={busy ? t('confirm.saving') : (question?.label ?? '')}
        danger={question?.danger ?? false}
        busy={busy}
        onConfirm={() => void go()}
        onClose={() => !busy && setOpen(false)}
      >
        {question?.text}
        {question?.lines && question.lines.length > 0 && <Diff lines={question.lines} />}
        {question?.option && (
          <Checkbox
            label={question.option}
            checked={option}
            onChange={(event) => setOption(event.currentTarget.checked)}
          />
        )}
      </Confirm>
    </Asking.Provider>
  )
}
