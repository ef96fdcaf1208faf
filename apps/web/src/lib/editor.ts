import { useEffect, useRef, useState } from 'react'
import { t } from '../messages/en.ts'
import { ApiError, type Review } from './api.ts'

type EditorOptions<T> = {
  /** The stored values, or the initial values of a new object. */
  start: T
  /** The version of the stored object; undefined for a new or deleted one. */
  version?: number | undefined
  /** Set if the version also counts changes of fields that are not in this form; those are not a conflict. */
  ignoreOtherFields?: boolean
  /** The number of changes; by default, of edited fields. */
  count?(start: T, draft: T): number
  /** The validation error; `false` if the fields show it themselves. */
  check?(draft: T): string | false | undefined
  /** Sends the draft. The version is the one that the draft is based on, for `If-Match`. */
  save(draft: T, version: number | undefined, review?: Review): Promise<unknown>
  /** Another user changed the object: reload it, so that both versions can be compared. */
  onStale?: (() => void) | undefined
}

export type Editor<T extends object> = ReturnType<typeof useEditor<T>>

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/**
 * The state of a form: the draft of an object that other users may change at the same time, and saving it. If nothing
 * was edited yet, their change is shown; otherwise the form asks. Errors are shown in the form, and no input is lost.
 */
export function useEditor<T extends object>(options: EditorOptions<T>) {
  const { start: stored, version, check, save, onStale } = options
  const theirs = { start: stored, version }
  const [{ base, draft }, setState] = useState({ base: theirs, draft: stored })
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [tried, setTried] = useState(false)
  /** Set at once, unlike `busy`, which only changes with the next render. */
  const saving = useRef(false)
  const isOpen = useIsOpen()
  const edited = (Object.keys(draft) as (keyof T)[]).filter((key) => !same(draft[key], base.start[key]))
  const changes = options.count ? options.count(base.start, draft) : edited.length
  const dirty = changes > 0

  const takeTheirs = () => setState({ base: theirs, draft: stored })
  const keepMine = () => setState((now) => ({ ...now, base: theirs }))
  const hasNewer = version !== undefined && version !== base.version
  // Nothing was edited, or the draft equals the stored object by now.
  if (hasNewer && (!dirty || same(draft, stored))) takeTheirs()
  else if (hasNewer && options.ignoreOtherFields && same(stored, base.start)) keepMine()

  const setDraft = (next: T) => setState((now) => ({ ...now, draft: next }))
  const reset = () => {
    setState((now) => ({ ...now, draft: now.base.start }))
    setProblem(undefined)
  }
  const submit = async (onSaved?: () => void, review?: Review): Promise<boolean> => {
    if (saving.current) return false
    setTried(true)
    const fault = check?.(draft)
    setProblem(fault || undefined)
    if (fault !== undefined) return false
    saving.current = true
    setBusy(true)
    try {
      await save(draft, base.version, review)
      onSaved?.()
      return isOpen.current
    } catch (error) {
      if (error instanceof ApiError && error.status === 412 && onStale) onStale()
      else setProblem(error instanceof Error ? error.message : t('state.failed'))
      return false
    } finally {
      saving.current = false
      setBusy(false)
    }
  }
  return {
    draft,
    /** The values that the draft is based on. */
    start: base.start,
    edited,
    changes,
    dirty,
    /** Ignored while saving: the form closes afterwards, and the change would be lost. */
    edit: (change: Partial<T>) => {
      if (!saving.current) setState((now) => ({ ...now, draft: { ...now.draft, ...change } }))
    },
    reset,
    problem,
    clearProblem: () => setProblem(undefined),
    busy,
    /** Whether the user has tried to save: then missing fields are marked. */
    tried,
    /**
     * Saves the draft, once at a time. Resolves to true if it was saved and the form is still open, so that a late
     * response does not close another form. `onSaved` is called in either case.
     */
    submit,
    /** Set if another user changed the object during editing. While saving, the newer version is our own. */
    conflict: hasNewer && dirty && !busy ? { takeTheirs, keepMine } : undefined,
    /** For restoring the draft if the form was left without saving. */
    kept: { draft, version: base.version, restore: setDraft, discard: reset },
  }
}

/** Whether the component is still mounted. */
function useIsOpen() {
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return isOpen
}

/** A version for objects without one: it changes with their content. */
export function useContentVersion(content: object): number {
  const text = JSON.stringify(content)
  const [known, setKnown] = useState({ text, version: 0 })
  if (known.text !== text) setKnown({ text, version: known.version + 1 })
  return known.version
}
