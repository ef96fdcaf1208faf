import { useEffect, useSyncExternalStore } from 'react'
import { t } from '../messages/en.ts'

export type Crumb = { label: string; to?: string | undefined }

let crumbs: readonly Crumb[] = []
const listeners = new Set<() => void>()

/** Sets the breadcrumbs in the header, and the title of the page. */
export function usePage(path: readonly Crumb[]) {
  const key = JSON.stringify(path)
  useEffect(() => {
    crumbs = JSON.parse(key) as Crumb[]
    for (const listener of listeners) listener()
    const page = crumbs
      .map(({ label }) => label)
      .reverse()
      .join(' · ')
    document.title = t('app.title', { page })
  }, [key])
}

export const useCrumbs = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => crumbs,
  )
