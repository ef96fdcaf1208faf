import { useState } from 'react'
import { t } from '../messages/en.ts'
import { ApiError } from './api.ts'

type Submit = {
  /** What is wrong with the input, in words; `false` where the fields say it themselves. */
  check?(): string | false | undefined
  run(): Promise<unknown>
  /** The object changed underneath: fetch it again, so that the two can be compared. */
  onStale?: (() => void) | undefined
}

/** Saves what a form holds. What is refused is said in the form, and nothing entered is lost. */
export function useSubmit({ check, run, onStale }: Submit) {
  const [problem, setProblem] = useState<string>()
  const submit = async (): Promise<boolean> => {
    const fault = check?.()
    setProblem(fault || undefined)
    if (fault !== undefined) return false
    try {
      await run()
      return true
    } catch (error) {
      if (error instanceof ApiError && error.status === 412 && onStale) onStale()
      else setProblem(error instanceof Error ? error.message : t('state.failed'))
      return false
    }
  }
  return { problem, submit }
}
