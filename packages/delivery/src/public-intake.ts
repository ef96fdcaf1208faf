import { createAddressBudget, createBudget } from './budget.ts'
import type { AppNames, ImpactMetric, Registration, Usage } from './ports.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Replaces names beyond the limit. */
export const OTHER = 'other'
/** The application name for counts if an OpenFeature context has none. */
export const NAMELESS = 'ofrep'

export type PublicLimits = {
  /** New application names per minute and IP address, and per hour and token. */
  namesPerAddress?: number
  namesPerToken?: number
  /** New instances per minute and IP address, and per hour and token. */
  instancesPerAddress?: number
  instancesPerToken?: number
  /** Evaluations of one flag per minute and IP address; the same limit applies to each variant. */
  countsPerAddress?: number
  /** New variants per minute and IP address. */
  variantsPerAddress?: number
  /** Metric samples per minute and IP address. */
  samplesPerAddress?: number
}

type Caller = { token: string; address: string }
type Counts = Usage['counts'][number]

/**
 * Limits what is recorded with frontend tokens, since they are public. No report is refused: names beyond the limit are
 * recorded as `other`, and evaluations beyond it are dropped. Known names are always recorded as they are.
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
  /** Each variant is a row in the database, so their number is limited too. */
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
    /** The number of evaluations dropped so far. */
    get dropped() {
      return dropped
    },
    registration(sent: Registration, caller: Caller): Registration {
      const app = nameFor(sent.app, caller)
      // Every connection ID is a row in the database, also those of one instance.
      const key = `instance ${app}\n${sent.instance}\n${sent.connectionId ?? ''}`
      if (recent.has(key)) return { ...sent, app }
      if (!isWithin(newInstances, caller)) return { ...sent, app, instance: OTHER, connectionId: undefined }
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

/** The names that were accepted in this hour or the last. */
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
