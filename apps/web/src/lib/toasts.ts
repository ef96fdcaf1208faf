import { useSyncExternalStore } from 'react'

export type Toast = {
  id: number
  text: string
  tone: 'ok' | 'warn' | 'bad'
  undo?: (() => Promise<void>) | undefined
  link?: { label: string; to: string } | undefined
  until: number
}

const SECONDS = 8

let toasts: readonly Toast[] = []
let next = 1
const listeners = new Set<() => void>()

function set(list: readonly Toast[]) {
  toasts = list
  for (const listener of listeners) listener()
}

export function showToast(text: string, more: Partial<Pick<Toast, 'tone' | 'undo' | 'link'>> = {}) {
  const toast: Toast = {
    id: next++,
    text,
    tone: more.tone ?? 'ok',
    undo: more.undo,
    link: more.link,
    until: Date.now() + SECONDS * 1000,
  }
  set([...toasts.slice(-2), toast])
  setTimeout(() => closeToast(toast.id), SECONDS * 1000)
}

export const closeToast = (id: number) => set(toasts.filter((toast) => toast.id !== id))

/** The change that Ctrl+Z undoes: the newest one that can be undone. */
export const latestUndo = () => toasts.findLast((toast) => toast.undo)

export const useToasts = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => toasts,
  )
