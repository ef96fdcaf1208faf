import { createAddressBudget, createBudget } from './budget.ts'
import type { AppNames, ImpactMetric, Registration, Usage } from './ports.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** What stands for names that are too many to be kept apart. */
export const OTHER = 'other'
/** What counts are noted under if an OpenFeature context names no application. */
export const NAMELESS = 'ofrep'

export type PublicLimits = {
  /** New application names a minute from an address, and an hour with a token. */
  namesPerAddress?: number
  namesPerToken?: number
  /** New instances a minute from an address, and an hour with a token. */
  instancesPerAddress?: number
  instancesPerToken?: number
  /** Evaluations of one flag a minute from an address, and as often its variants. */
  countsPerAddress?: number
  /** New variants a minute from an address. */
  variantsPerAddress?: number
  /** Samples of metrics a minute from an address. */
  samplesPerAddress?: number
}

type Caller = { token: string; address: string }
type Counts = Usage['counts'][number]

/**
 * Everybody can read a frontend token out of a page, so what comes with one is bounded. Nobody is refused: names beyond
 * the budget are counted as `other`, and evaluations beyond it are left out. A name that is known already is never
 * folded, whoever sends it and however many do.
 */
export function createPublicIntake(apps: AppNames, limits: PublicLimits = {}, now = Date.now) {
  const { namesPerAddress = 10, namesPerToken = 100 } = limits
  const { instancesPerAddress = 100, instancesPerToken = 10_000, countsPerAddress = 100_000 } = limits
  const { samplesPerAddress = 1_000, variantsPerAddress = 100 } = limits
  const newNames = {
    address: createAddressBudget(namesPerAddress, MINUTE, now),
    token: createBudget(namesPerToken, HOUR, now),
  }
  const newInstances = {
    address: createAddressBudget(instancesPerAddress, MINUTE, now),
    token: createBudget(instancesPerToken, HOUR, now),
  }
  const counts = createAddressBudget(countsPerAddress, MINUTE, now)
  const given = createAddressBudget(countsPerAddress, MINUTE, now)
  const newVariants = createAddressBudget(variantsPerAddress, MINUTE, now)
  const samples = createAddressBudget(samplesPerAddress, MINUTE, now)
  const recent = createRecent(now)
  let dropped = 0

  const isWithin = (budget: typeof newNames, { token, address }: Caller) =>
    budget.address.spend(address) > 0 && budget.token.spend(token) > 0

  const nameFor = (app: string, caller: Caller): string => {
    if (app === NAMELESS || apps.isKnown(app) || recent.has(`app ${app}`)) return app
    if (!isWithin(newNames, caller)) return OTHER
    recent.add(`app ${app}`)
    return app
  }
  /** Each variant is a row of its own, so strangers cannot make up any number of them either. */
  const variantsWithin = (flag: string, sent: Counts['variants'], { address }: Caller): Counts['variants'] =>
    sent.flatMap(([name, count]): [string, number][] => {
      const key = `variant ${flag}\n${name}`
      if (!recent.has(key)) {
        if (newVariants.spend(address) === 0) return []
        recent.add(key)
      }
      const granted = given.spend(address, flag, count)
      return granted > 0 ? [[name, granted]] : []
    })
  return {
    /** Evaluations that were left out so far. */
    get dropped() {
      return dropped
    },
    registration(sent: Registration, caller: Caller): Registration {
      const app = nameFor(sent.app, caller)
      const key = `instance ${app}\n${sent.instance}`
      if (recent.has(key)) return { ...sent, app }
      if (!isWithin(newInstances, caller)) return { ...sent, app, instance: OTHER }
      recent.add(key)
      return { ...sent, app }
    },
    impact(sent: ImpactMetric[], { address }: Caller): ImpactMetric[] {
      return sent.flatMap((metric) => {
        const granted = samples.spend(address, '', metric.samples.length)
        return granted > 0 ? [{ ...metric, samples: metric.samples.slice(0, granted) }] : []
      })
    },
    usage(sent: Usage, caller: Caller): Usage {
      const within = sent.counts.map(({ flag, yes, no, variants }) => {
        const granted = counts.spend(caller.address, flag, yes + no)
        dropped += yes + no - granted
        if (granted === 0) return { flag, yes: 0, no: 0, variants: [] }
        const share = granted / (yes + no)
        const shared = variants.map(([name, count]): [string, number] => [name, Math.floor(count * share)])
        return {
          flag,
          yes: Math.floor(yes * share),
          no: Math.floor(no * share),
          variants: variantsWithin(flag, shared, caller),
        }
      })
      return {
        ...sent,
        app: nameFor(sent.app, caller),
        counts: within.filter(({ yes, no }) => yes + no > 0),
      }
    },
  }
}

const MOST_RECENT = 100_000

/** What was let through in this hour or the last. */
function createRecent(now: () => number) {
  let hour = 0
  let [present, past] = [new Set<string>(), new Set<string>()]
  const roll = () => {
    const current = Math.floor(now() / HOUR)
    if (current === hour && present.size < MOST_RECENT) return
    ;[past, present] = [present, new Set()]
    hour = current
  }
  return {
    has: (key: string) => present.has(key) || past.has(key),
    add(key: string) {
      roll()
      present.add(key)
    },
  }
}
