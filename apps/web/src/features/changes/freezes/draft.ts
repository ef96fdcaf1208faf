import type { Freeze, UpsertFreeze } from '@flagstaff/contract/freezes'
import { t } from './messages.ts'
import { formatWhen, fromField, ownTimeZone, toField, whereOf } from './times.ts'

export type Row = { id: number; fromDay: number; fromTime: string; toDay: number; toTime: string }

/** A freeze as it is edited: with the texts of the fields. */
export type Draft = {
  name: string
  reason: string
  project: string | null
  environments: string[]
  kind: 'once' | 'weekly'
  startsAt: string
  endsAt: string
  timeZone: string
  rows: Row[]
  breakGlass: boolean
}

export const newDraft = (project: string | null): Draft => ({
  name: '',
  reason: '',
  project,
  environments: [],
  kind: 'once',
  startsAt: '',
  endsAt: '',
  timeZone: ownTimeZone(),
  rows: [{ id: 0, fromDay: 5, fromTime: '16:00', toDay: 1, toTime: '08:00' }],
  breakGlass: true,
})

export function draftOf(freeze: Freeze): Draft {
  const { name, reason, project, environments, startsAt, endsAt, weekly, breakGlass } = freeze
  return {
    ...newDraft(project),
    name,
    reason,
    environments,
    startsAt: toField(startsAt),
    endsAt: toField(endsAt),
    breakGlass,
    ...(weekly
      ? {
          kind: 'weekly',
          timeZone: weekly.timeZone,
          rows: weekly.windows.map(({ from, to }, id) => ({
            id,
            fromDay: from.day,
            fromTime: from.time,
            toDay: to.day,
            toTime: to.time,
          })),
        }
      : {}),
  }
}

export function inputOf(draft: Draft): UpsertFreeze {
  const { name, reason, project, environments, kind, timeZone, rows, breakGlass } = draft
  return {
    name: name.trim(),
    reason: reason.trim(),
    project,
    environments,
    startsAt: fromField(draft.startsAt),
    endsAt: fromField(draft.endsAt),
    weekly:
      kind === 'once'
        ? null
        : {
            timeZone,
            windows: rows.map(({ fromDay, fromTime, toDay, toTime }) => ({
              from: { day: fromDay, time: fromTime },
              to: { day: toDay, time: toTime },
            })),
          },
    breakGlass,
  }
}

/** The first mistake in a draft. */
export function faultOf(draft: Draft): string | undefined {
  const { name, startsAt, endsAt, weekly } = inputOf(draft)
  if (name === '') return t('form.nameMissing')
  if (!weekly && (startsAt === null || endsAt === null)) return t('form.timesMissing')
  if (weekly?.windows.some(({ from, to }) => from.time === '' || to.time === '')) return t('form.timeMissing')
  if (startsAt !== null && endsAt !== null && endsAt <= startsAt) return t('form.timesOrder')
  return undefined
}

export const addRow = (rows: readonly Row[]): Row[] => {
  const id = Math.max(-1, ...rows.map((row) => row.id)) + 1
  return [...rows, { id, fromDay: 1, fromTime: '00:00', toDay: 2, toTime: '00:00' }]
}

/** What the list of changes shows. */
export const shownOf = (draft: Draft) => ({
  name: draft.name.trim(),
  reason: draft.reason.trim(),
  project: draft.project ?? t('freezes.allProjects'),
  environments: whereOf(draft),
  when: formatWhen(inputOf(draft)),
  breakGlass: t(draft.breakGlass ? 'form.on' : 'form.off'),
})

/** Before a freeze is created. */
export const nothingShown: ReturnType<typeof shownOf> = {
  name: '',
  reason: '',
  project: '',
  environments: '',
  when: '',
  breakGlass: '',
}

export const shownLabels = {
  name: 'form.name',
  reason: 'form.reason',
  project: 'form.project',
  environments: 'form.environments',
  when: 'freezes.when',
  breakGlass: 'form.breakGlass',
} as const satisfies Record<keyof ReturnType<typeof shownOf>, string>
