import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '../messages/en.ts'
import { type Answer, ApiError, call } from './api.ts'
import { closeToast, showToast } from './toasts.ts'

type Change<Input, Result> = {
  run(input: Input): Promise<Answer<Result>>
  /** What may look different afterwards. */
  refresh: readonly QueryKey[]
  /** Said when it is done, with a way back where there is one. */
  done?(input: Input, result: Result): string
  /** Shows the outcome before the server has answered; returns what takes it back. Never for production. */
  paint?(cache: QueryClient, input: Input): (() => void) | undefined
  /** No form stands behind it that would show what was refused. */
  alone?: boolean
}

/** A change as screens make it: refreshes what it touches, says so, offers to take it back. */
export function useChange<Input, Result = unknown>(change: Change<Input, Result>) {
  const { run, refresh, done, paint, alone = false } = change
  const cache = useQueryClient()
  const reload = () => Promise.all(refresh.map((queryKey) => cache.invalidateQueries({ queryKey })))
  return useMutation<Answer<Result>, ApiError | Error, Input, (() => void) | undefined>({
    mutationFn: run,
    onMutate: (input) => {
      if (!paint) return undefined
      // An answer that is on its way would show the state before the change again.
      for (const queryKey of refresh) void cache.cancelQueries({ queryKey })
      return paint(cache, input)
    },
    onSuccess: async ({ data, undo, warnings }, input) => {
      const text = done?.(input, data)
      if (text) showToast(text, { undo: undo ? () => takeBack(undo, reload) : undefined })
      for (const warning of warnings) showToast(warning, { tone: 'warn' })
      await reload()
    },
    onError: (error, _input, takeBackPaint) => {
      takeBackPaint?.()
      if (alone || !isHandledByForm(error)) showToast(error.message, { tone: 'bad' })
    },
  })
}

/** Faults of input, and objects changed underneath, are shown where they are. */
const isHandledByForm = (error: unknown) =>
  error instanceof ApiError && [400, 409, 412].includes(error.status)

async function takeBack(id: string, reload: () => Promise<unknown>) {
  try {
    const { undo } = await call('POST', `/api/admin/undo/${id}`)
    showToast(t('undo.done'), { undo: undo ? () => takeBack(undo, reload) : undefined })
  } catch (error) {
    showToast(t('undo.failed', { reason: error instanceof Error ? error.message : '' }), { tone: 'bad' })
  }
  await reload()
}

export const runUndo = async (toast: { id: number; undo?: (() => Promise<void>) | undefined }) => {
  closeToast(toast.id)
  await toast.undo?.()
}
