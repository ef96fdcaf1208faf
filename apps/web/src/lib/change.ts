import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '../messages/en.ts'
import { type Answer, ApiError, orProposed, send } from './api.ts'
import { toastProposed } from './drafts.ts'
import { Cancelled } from './inFlight.ts'
import { closeToast, showToast, type Toast } from './toasts.ts'

type Change<Input, Result> = {
  run(input: Input): Promise<Answer<Result>>
  /** Queries to invalidate. */
  refresh: readonly QueryKey[]
  /** The toast after success, with an undo button if possible. */
  done?(input: Input, result: Result): string | undefined
  /** The toast after an answer that is not a success, such as a receiver that refused. */
  warning?(input: Input, result: Result): string | undefined
  /** A link in that toast. */
  link?: Toast['link']
  /** Optimistic update; returns a rollback. Never used for production. */
  optimistic?(cache: QueryClient, input: Input): (() => void) | undefined
  /** Show errors as toasts, since there is no form to show them. */
  toastErrors?: boolean
}

/** A mutation: invalidates queries, shows a toast, and offers undo. */
export function useChange<Input, Result = unknown>(change: Change<Input, Result>) {
  const { run, refresh, done, warning, link, optimistic, toastErrors = false } = change
  const cache = useQueryClient()
  const reload = () => Promise.all(refresh.map((queryKey) => cache.invalidateQueries({ queryKey })))
  return useMutation<Answer<Result>, ApiError | Error, Input, (() => void) | undefined>({
    mutationFn: (input) => orProposed(run(input)),
    onMutate: (input) => {
      if (!optimistic) return undefined
      // A response in flight would overwrite the optimistic update with the old state.
      for (const queryKey of refresh) void cache.cancelQueries({ queryKey })
      return optimistic(cache, input)
    },
    onSuccess: async ({ data, undo, warnings, proposed }, input, rollback) => {
      if (proposed) {
        rollback?.()
        toastProposed(cache, proposed)
        return void (await reload())
      }
      const text = done?.(input, data)
      if (text) showToast(text, { link, undo: undo ? () => takeBack(undo, reload, cache) : undefined })
      const fault = warning?.(input, data)
      if (fault) showToast(fault, { tone: 'bad' })
      for (const one of warnings) showToast(one, { tone: 'warn' })
      await reload()
    },
    onError: (error, _input, rollback) => {
      rollback?.()
      // The server may have made the change.
      if (error instanceof Cancelled) void reload()
      if (toastErrors || !isHandledByForm(error)) showToast(error.message, { tone: 'bad' })
    },
  })
}

/** Validation errors and conflicts are shown in the form. */
const isHandledByForm = (error: unknown) =>
  error instanceof ApiError && [400, 409, 412].includes(error.status)

async function takeBack(id: string, reload: () => Promise<unknown>, cache: QueryClient) {
  try {
    const { undo, proposed } = await orProposed(send('POST /api/admin/undo/:id', { params: { id } }))
    if (proposed) toastProposed(cache, proposed)
    else showToast(t('undo.done'), { undo: undo ? () => takeBack(undo, reload, cache) : undefined })
  } catch (error) {
    showToast(t('undo.failed', { reason: error instanceof Error ? error.message : '' }), { tone: 'bad' })
  }
  await reload()
}

export const runUndo = async (toast: { id: number; undo?: (() => Promise<void>) | undefined }) => {
  closeToast(toast.id)
  await toast.undo?.()
}
