// A year of the demo shop: when each of its flags was created, went live and was cleaned up. Times are days ago.

export const DAYS = 364

export type PresentFlag = { name: string; project: string; type: string; stage: string; stale: boolean }

type Life = {
  flag: string
  project: string
  type: string
  created: number
  preLive?: number | undefined
  live?: number | undefined
  completed?: number | undefined
  overdue?: number | undefined
  stale?: number | undefined
  archived?: number | undefined
}

/** A number from 0 to 1 that is the same on every run. */
export function noise(seed: number): number {
  const wave = Math.sin(seed * 12.9898) * 43_758.5453
  return wave - Math.floor(wave)
}

/** The flags that exist now, and those of the past that are gone. */
export const livesOf = (present: readonly PresentFlag[]): Life[] => [...present.map(lifeOf), ...goneLives()]

const ages: Record<string, [least: number, range: number]> = {
  initial: [4, 20],
  'pre-live': [15, 60],
  live: [35, 455],
  completed: [150, 300],
  archived: [120, 200],
}

/** Ends as the flag is now. */
function lifeOf({ name, project, type, stage, stale }: PresentFlag, index: number): Life {
  const [least, range] = ages[stage] ?? [30, 300]
  const created = Math.round(least + noise(index) * range)
  const life = { flag: name, project, type, created, stale: stale ? 20 : undefined }
  if (stage === 'initial') return life
  const preLive = created - 2 - Math.round(noise(index + 100) * 3)
  if (stage === 'pre-live') return { ...life, preLive }
  const live = preLive - 4 - Math.round(noise(index + 200) * 20)
  if (stage === 'live') return { ...life, preLive, live }
  if (stage === 'completed') return { ...life, preLive, live, completed: 25 }
  return { ...life, preLive, live, archived: 9 }
}

const GONE = 50
const projects = ['checkout', 'checkout', 'storefront', 'fulfilment']
const types = ['release', 'release', 'experiment', 'release', 'operational']

function goneLives(): Life[] {
  return Array.from({ length: GONE }, (_, index) => {
    const created = Math.round(430 - index * 7 - noise(index + 300) * 5)
    const archived = Math.max(3 + ((index * 11) % 60), Math.round(created - 40 - noise(index + 400) * 90))
    const preLive = created - 3
    const live = preLive - 3 - Math.round(noise(index + 500) * 24)
    const isForgotten = index % 3 === 0
    return {
      flag: `gone-${index + 1}`,
      project: projects[index % projects.length] ?? 'checkout',
      type: types[index % types.length] ?? 'release',
      created,
      preLive,
      live: index % 5 === 4 ? undefined : live,
      overdue: isForgotten ? archived + 24 : undefined,
      stale: isForgotten ? archived + 9 : undefined,
      archived,
    }
  })
}

/** How many flags of each kind the project had at the end of that day, as columns of `insight_days`. */
export function stocksOf(lives: readonly Life[], project: string, ago: number) {
  const had = (moment: number | undefined) => moment !== undefined && moment >= ago
  const there = lives.filter((life) => life.project === project && had(life.created) && !had(life.archived))
  const count = (test: (life: Life) => boolean) => there.filter(test).length
  const isPermanent = ({ type }: Life) => type === 'kill-switch' || type === 'permission'
  return {
    total: there.length,
    stale: count(({ stale }) => had(stale)),
    overdue: count(({ overdue, stale }) => had(overdue) && !had(stale)),
    initial: count((life) => !had(life.preLive)),
    pre_live: count((life) => had(life.preLive) && !had(life.live)),
    live: count((life) => had(life.live) && !had(life.completed)),
    completed: count((life) => had(life.completed)),
    experimental: count(({ type }) => type === 'experiment'),
    release: count((life) => life.type !== 'experiment' && !isPermanent(life)),
    permanent: count(isPermanent),
    members: 1,
  }
}

const rates = { production: 1.4, preproduction: 3, development: 6 }
const busy: Record<string, number> = { checkout: 1, storefront: 0.5, fulfilment: 0.3 }

/** Changes of a project on that day, by the type of the environment: few at weekends. */
export function changesOf(project: string, ago: number, weekday: number) {
  const isWeekend = weekday === 0 || weekday === 6
  return Object.entries(rates).map(([dim, rate], index) => ({
    dim,
    count: Math.round(
      rate *
        (busy[project] ?? 0.3) *
        (isWeekend ? 0.15 : 0.5 + noise(ago * 7 + index + project.length) * 1.2),
    ),
  }))
}
