import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core'
import { useSyncExternalStore } from 'react'

type Preference = 'theme' | 'density' | 'lens' | 'hidden-columns' | 'dismissed-banners' | 'visits' | 'setup'

/** Display preferences, stored in this browser only. */
const listeners = new Set<() => void>()

export function setPreference(name: Preference, value: string) {
  localStorage.setItem(`flagstaff-${name}`, value)
  if (name === 'density') document.documentElement.setAttribute('data-density', value)
  for (const listener of listeners) listener()
}

export const readPreference = (name: Preference): string => localStorage.getItem(`flagstaff-${name}`) ?? ''

export const usePreference = (name: Preference, fallback: string): string =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => localStorage.getItem(`flagstaff-${name}`) ?? fallback,
  )

/** `index.html` reads the same entry before the first render. */
export const colorSchemeManager: MantineColorSchemeManager = {
  get: (fallback) => {
    const chosen = localStorage.getItem('flagstaff-theme')
    return chosen === 'light' || chosen === 'dark' ? chosen : fallback
  },
  set: (value: MantineColorScheme) => setPreference('theme', value),
  clear: () => localStorage.removeItem('flagstaff-theme'),
  subscribe: () => {},
  unsubscribe: () => {},
}
