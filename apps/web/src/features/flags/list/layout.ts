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
  /** How many environments have a column. */
  environments: number
  /** Width of an environment column: if there is space, a name such as development is not truncated. */
  environmentWidth: number
  lifecycle: boolean
  /** Recent evaluations. */
  usage: boolean
  creator: boolean
  tags: boolean
  created: boolean
}

/** Columns that can be hidden. Names and production are always shown. */
export const optionalColumns = ['lifecycle', 'usage', 'creator', 'tags', 'created'] as const
export type OptionalColumn = (typeof optionalColumns)[number]

type Wanted = {
  /** How many environments there are. */
  environments: number
  /** How many of them must have a column. */
  production?: number
  withProject: boolean
  without?: ReadonlySet<OptionalColumn>
  /** Whether some environments are hidden anyway, which needs a column to say so. */
  more?: boolean
}

/** The columns that fit. Names, production and three environments always do; the others by usefulness. */
export function layoutFor(width: number, wanted: Wanted): Layout {
  const { environments, production = 0, withProject, without = new Set(), more = false } = wanted
  let room = width - widths.select - widths.menu - widths.name - (withProject ? widths.project : 0)
  const take = (size: number) => {
    if (room < size) return false
    room -= size
    return true
  }
  const takeFor = (column: OptionalColumn) => !without.has(column) && take(widths[column])
  const first = Math.max(Math.min(environments, 3), production)
  room -= first * widths.environment
  const lifecycle = takeFor('lifecycle')
  const usage = takeFor('usage')
  let shown = first
  const tooMany = environments * widths.environment > room + shown * widths.environment
  if (more || (shown < environments && tooMany)) take(widths.more)
  while (shown < environments && take(widths.environment)) shown += 1
  const creator = takeFor('creator')
  const tags = takeFor('tags')
  const created = takeFor('created')
  const spare = shown === 0 ? 0 : Math.floor(room / shown)
  const environmentWidth = widths.environment + Math.max(0, Math.min(24, spare))
  return { environments: shown, environmentWidth, lifecycle, usage, creator, tags, created }
}

/** The environments that get one of the `count` columns, in their usual order; production takes precedence. */
export function pickShown<T extends { type: string }>(
  environments: readonly T[],
  count: number,
  isProduction: (type: string) => boolean,
): T[] {
  const others = environments.filter(({ type }) => !isProduction(type))
  const room = Math.max(0, count - (environments.length - others.length))
  const left = new Set(others.slice(room))
  return environments.filter((environment) => !left.has(environment))
}
