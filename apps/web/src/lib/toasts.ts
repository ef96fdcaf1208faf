import { useSyncExternalStore } from 'react'

export type Toast = {
  id: number
  text: string
  tone: 'ok' | 'warn' | 'bad'
  undo?: (() => Promise<void>) | undefined
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

export function showToast(text: string, more: { tone?: Toast['tone']; undo?: Toast['undo'] } = {}) {
  const toast: Toast = {
    id: next++,
    text,
    tone: more.tone ?? 'ok',
    undo: more.undo,
    until: Date.now() + SECONDS * 1000,
  }
  set([...toasts.slice(-2), toast])
  setTimeout(() => closeToast(toast.id), SECONDS * 1000)
}

export const closeToast = (id: number) => set(toasts.filter((toast) => toast.id !== id))

/** What Ctrl+Z takes back: the newest that still can be. */
export const latestUndo = () => toasts.findLast((toast) => toast.undo)

export const useToasts = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => toasts,
  )
