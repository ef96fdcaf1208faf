import { readPreference, setPreference } from './preferences.ts'

const KEPT = 8

/** Names of the flags that were opened last in this browser, newest first. */
export const readVisits = (): string[] => readPreference('visits').split(',').filter(Boolean)

export function noteVisit(flag: string) {
  const before = readVisits()
  if (before[0] === flag) return
  setPreference('visits', [flag, ...before.filter((name) => name !== flag)].slice(0, KEPT).join(','))
}
