/** The events that change how many flags of which kind a project has. */
export const replayedTypes = [
  'feature-created',
  'feature-metadata-updated',
  'feature-archived',
  'feature-revived',
  'feature-deleted',
  'feature-project-change',
  'feature-stale-on',
  'feature-stale-off',
  'project-created',
  'project-deleted',
] as const

export type ReplayedEvent = {
  type: string
  at: Date
  project: string
  flag: string | null
  flagType: string | null
  stale: boolean | null
  /** The project before a move, or the type before an update. */
  was?: string | null
}

/** What the log does not tell: usage moves flags to the next stage without an event. From the flags of today. */
export type Marks = { preLiveAt: Date | null; liveAt: Date | null; completedAt: Date | null }

export type Knowledge = {
  marks: ReadonlyMap<string, Marks>
  /** In days, by flag type; missing for types without one. */
  lifetimes: ReadonlyMap<string, number>
  joined: readonly { project: string; at: Date }[]
}

export const stockColumns = [
  'total',
  'stale',
  'overdue',
  'initial',
  'pre_live',
  'live',
  'completed',
  'experimental',
  'release',
  'permanent',
  'members',
] as const
export type StockColumn = (typeof stockColumns)[number]
export type Stocks = Record<StockColumn, number>
export type StockDay = Stocks & { project: string; day: string }

const DAY = 86_400_000
const dayOf = (at: Date) => at.toISOString().slice(0, 10)
export const endOf = (day: string) => Date.parse(day) + DAY
const nextDay = (day: string) => dayOf(new Date(endOf(day)))

export const categoryOf = (type: string): 'experimental' | 'release' | 'permanent' =>
  type === 'experiment'
    ? 'experimental'
    : type === 'kill-switch' || type === 'permission'
      ? 'permanent'
      : 'release'

type Flag = {
  name: string
  project: string
  type: string
  createdAt: number
  archived: boolean
  stale: boolean
  /** Only for the last flag of a name: the others were deleted, and their marks with them. */
  marks: Marks | undefined
  counted: { project: string; columns: StockColumn[] } | undefined
}

type Asked = { events: readonly ReplayedEvent[]; knowledge: Knowledge; until: Date }

/** The flags of every project at the end of each day, from the first event until `until`; the last day ends there. */
export function replay({ events, knowledge, until }: Asked): StockDay[] {
  const first = events[0]
  if (!first) return []
  const state = openState(events, knowledge)
  const days = Map.groupBy(events, ({ at }) => dayOf(at))
  const rows = new Map<string, StockDay[]>()
  const last = dayOf(until)
  for (let day = dayOf(first.at); day <= last; day = nextDay(day)) {
    for (const event of days.get(day) ?? []) {
      if (event.type === 'project-deleted') rows.delete(event.project)
      state.apply(event)
    }
    state.close(day, Math.min(endOf(day), until.getTime()))
    for (const [project, stocks] of state.projects) {
      const list = rows.get(project)
      if (list) list.push({ project, day, ...stocks })
      else rows.set(project, [{ project, day, ...stocks }])
    }
  }
  return [...rows.values()].flat()
}

function openState(events: readonly ReplayedEvent[], { marks, lifetimes, joined }: Knowledge) {
  const flags = new Map<string, Flag>()
  const projects = new Map<string, Stocks>()
  const touched = new Set<Flag>()
  /** Flags that change without an event, by the day. */
  const due = new Map<string, Flag[]>()
  const joins = Map.groupBy(joined, ({ at }) => dayOf(at))
  const firstDay = events[0] ? dayOf(events[0].at) : ''
  const early = joined.filter(({ at }) => dayOf(at) < firstDay)
  const lastDeleted = new Map(
    events.flatMap(({ type, flag }, index) => (type === 'feature-deleted' && flag ? [[flag, index]] : [])),
  )
  let index = -1

  const stocksOf = (project: string): Stocks => {
    const known = projects.get(project)
    if (known) return known
    const fresh = Object.fromEntries(stockColumns.map((column) => [column, 0])) as Stocks
    fresh.members = early.filter((one) => one.project === project).length
    projects.set(project, fresh)
    return fresh
  }
  const overdueAt = ({ type, createdAt }: Flag) => {
    const lifetime = lifetimes.get(type)
    return lifetime === undefined ? Number.POSITIVE_INFINITY : createdAt + lifetime * DAY
  }
  const schedule = (flag: Flag, at: number) => {
    if (!Number.isFinite(at) || Math.abs(at) > 8.64e15) return
    const day = dayOf(new Date(at))
    const list = due.get(day)
    if (list) list.push(flag)
    else due.set(day, [flag])
  }
  const watch = (flag: Flag) => {
    schedule(flag, overdueAt(flag))
    for (const at of [flag.marks?.preLiveAt, flag.marks?.liveAt, flag.marks?.completedAt])
      if (at) schedule(flag, at.getTime())
  }
  const columnsOf = (flag: Flag, at: number): StockColumn[] => {
    const state: StockColumn[] = flag.stale ? ['stale'] : overdueAt(flag) < at ? ['overdue'] : []
    return ['total', ...state, stageOf(flag.marks, at), categoryOf(flag.type)]
  }
  const recount = (flag: Flag, at: number) => {
    if (flag.counted) {
      const stocks = projects.get(flag.counted.project)
      if (stocks) for (const column of flag.counted.columns) stocks[column] -= 1
    }
    flag.counted = undefined
    if (flag.archived || flags.get(flag.name) !== flag) return
    const stocks = stocksOf(flag.project)
    flag.counted = { project: flag.project, columns: columnsOf(flag, at) }
    for (const column of flag.counted.columns) stocks[column] += 1
  }
  const create = ({ flag: name, project, at, flagType, stale }: ReplayedEvent) => {
    if (name === null) return
    const isLast = (lastDeleted.get(name) ?? -1) < index
    const flag: Flag = {
      name,
      project,
      type: flagType ?? 'release',
      createdAt: at.getTime(),
      archived: false,
      stale: stale ?? false,
      marks: isLast ? marks.get(name) : undefined,
      counted: undefined,
    }
    const before = flags.get(name)
    if (before) touched.add(before)
    flags.set(name, flag)
    touched.add(flag)
    watch(flag)
  }
  const change = (event: ReplayedEvent, flag: Flag) => {
    touched.add(flag)
    if (event.type === 'feature-archived') flag.archived = true
    if (event.type === 'feature-revived') flag.archived = false
    if (event.type === 'feature-stale-on') flag.stale = true
    if (event.type === 'feature-stale-off') flag.stale = false
    if (event.type === 'feature-project-change') flag.project = event.project
    if (event.type === 'feature-deleted') flags.delete(flag.name)
    if (event.type === 'feature-metadata-updated' && event.flagType && event.flagType !== flag.type) {
      flag.type = event.flagType
      watch(flag)
    }
  }
  return {
    projects,
    apply(event: ReplayedEvent) {
      index += 1
      if (event.type === 'project-deleted') {
        projects.delete(event.project)
        return
      }
      stocksOf(event.project)
      const flag = event.flag === null ? undefined : flags.get(event.flag)
      if (event.type === 'feature-created') create(event)
      else if (flag) change(event, flag)
    },
    /** Counts what has changed until the end of the day. */
    close(day: string, end: number) {
      for (const flag of due.get(day) ?? []) touched.add(flag)
      due.delete(day)
      for (const flag of touched) recount(flag, end)
      touched.clear()
      for (const { project } of joins.get(day) ?? []) {
        const stocks = projects.get(project)
        if (stocks) stocks.members += 1
      }
    },
  }
}

function stageOf(marks: Marks | undefined, end: number): StockColumn {
  const entered = (at: Date | null | undefined) => at != null && at.getTime() < end
  if (entered(marks?.completedAt)) return 'completed'
  if (entered(marks?.liveAt)) return 'live'
  if (entered(marks?.preLiveAt)) return 'pre_live'
  return 'initial'
}
