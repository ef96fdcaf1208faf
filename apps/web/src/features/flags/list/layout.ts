/** Widths of the columns of the flags table, in pixels. */
export const widths = {
  select: 40,
  name: 240,
  project: 136,
  environment: 116,
  more: 56,
  lifecycle: 116,
  usage: 132,
  creator: 136,
  tags: 120,
  created: 96,
  menu: 44,
} as const

export type Layout = {
  /** How many environments have a column of their own. */
  environments: number
  /** How wide those are: where there is room, a name such as development is not cut. */
  environmentWidth: number
  lifecycle: boolean
  /** What it was asked lately. */
  usage: boolean
  creator: boolean
  tags: boolean
  created: boolean
}

/** What fits. Names and three environments always do; the rest comes in the order of its use. */
export function layoutFor(width: number, environments: number, withProject: boolean): Layout {
  let room = width - widths.select - widths.menu - widths.name - (withProject ? widths.project : 0)
  const take = (size: number) => {
    if (room < size) return false
    room -= size
    return true
  }
  const first = Math.min(environments, 3)
  room -= first * widths.environment
  const lifecycle = take(widths.lifecycle)
  const usage = take(widths.usage)
  let shown = first
  if (shown < environments && environments * widths.environment > room + shown * widths.environment)
    take(widths.more)
  while (shown < environments && take(widths.environment)) shown += 1
  const creator = take(widths.creator)
  const tags = take(widths.tags)
  const created = take(widths.created)
  const environmentWidth = widths.environment + Math.max(0, Math.min(24, Math.floor(room / shown)))
  return { environments: shown, environmentWidth, lifecycle, usage, creator, tags, created }
}
