import { Checkbox } from '@mantine/core'
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react'
import type { Review } from '../lib/api.ts'
import type { ReviewOffer } from '../lib/reviews.ts'
import { t } from '../messages/en.ts'
import { Confirm } from './Confirm.tsx'
import { Diff, type DiffLine } from './Diff.tsx'

export type Question = {
  title: string
  text?: ReactNode
  /** The changes, in words. */
  lines?: readonly DiffLine[]
  /** Verb and object, such as "Delete flag". */
  label: string
  danger?: boolean
  /** An additional checkbox, unchecked by default. */
  option?: string | undefined
  /** Set if the change needs a review: then it is added to a draft. */
  review?: ReviewOffer | undefined
  run(option: boolean, review?: Review): Promise<unknown>
}

const Asking = createContext<(question: Question) => void>(() => {})

/** Opens a confirmation dialog that shows the changes. */
export const useAsk = () => useContext(Asking)

/** One dialog for the page; it stays open until the server has responded. */
export function AskProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question>()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [option, setOption] = useState(false)
  const asked = useRef<Question>(undefined)
  const ask = useCallback((next: Question) => {
    asked.current = next
    setQuestion(next)
    setOption(false)
    setOpen(true)
  }, [])
  const go = async (review?: Review) => {
    setBusy(true)
    // `run` has already reported the error.
    await question?.run(option, review).catch(() => {})
    setBusy(false)
    // The next question may have been asked as soon as the page had the response.
    if (asked.current === question) setOpen(false)
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
        review={question?.review}
        onConfirm={(review) => void go(review)}
        onClose={() => setOpen(false)}
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
