import type { FlagFile } from '@flagstaff/contract/code-files'
import { type Case, type Note, type NoteOf, type Serve, toEnvironment, toPayload, toWeights } from './case.ts'
import { fieldOf, toConditions } from './launchdarkly-clauses.ts'
import type { LaunchDarklyExport, LdEnvironment, LdFlag, LdServed, LdTarget } from './launchdarkly-schema.ts'

/** The flags of a LaunchDarkly project as files. */
export function fromLaunchDarkly({ items }: LaunchDarklyExport): { flags: FlagFile[]; notes: Note[] } {
  const notes: Note[] = []
  const flags = items
    .filter(({ archived, key }) => {
      if (archived) notes.push({ flag: key, text: 'It is archived and was left out.' })
      return !archived
    })
    .map((flag) => toFile(flag, items, notes))
  return { flags, notes }
}

function toFile(flag: LdFlag, all: readonly LdFlag[], notes: Note[]): FlagFile {
  const { key, description, name, tags = [], temporary, deprecated } = flag
  const environments = Object.entries(flag.environments ?? {}).filter(([, { archived }]) => !archived)
  const states = environments.map(([environment, state]) => {
    const note: NoteOf = (text) => void notes.push({ flag: key, environment, text })
    return [environment, toEnvironment(casesOf(flag, state, note), state.on, note)] as const
  })
  const dependencies = dependenciesOf(flag, all, (text) => void notes.push({ flag: key, text }))
  if (!isBoolean(flag))
    notes.push({
      flag: key,
      text: 'When it is off, applications get the default in their code, not the off variation.',
    })
  else if (environments.some(([, { offVariation }]) => isTrue(flag, offVariation)))
    notes.push({ flag: key, text: 'Its off variation is true. Here, a flag that is off is false.' })
  return {
    flag: key,
    type: temporary === false ? 'operational' : 'release',
    ...(description || name ? { description: description || name } : {}),
    ...(deprecated ? { stale: true } : {}),
    ...(tags.length > 0 ? { tags: tags.map((tag) => `simple:${tag}`) } : {}),
    ...(dependencies.length > 0 ? { dependencies } : {}),
    environments: Object.fromEntries(states),
  }
}

const isBoolean = ({ variations }: LdFlag) => variations.every(({ value }) => typeof value === 'boolean')
const isTrue = ({ variations }: LdFlag, index: number | undefined) => variations[index ?? -1]?.value === true

function casesOf(flag: LdFlag, state: LdEnvironment, note: NoteOf): Case[] {
  const targets = [...(state.targets ?? []), ...(state.contextTargets ?? [])].filter(
    ({ values }) => values.length > 0,
  )
  const rules = (state.rules ?? []).flatMap((rule, index): Case[] => {
    const found = toConditions(rule.clauses ?? [])
    const serve = serveOf(flag, rule)
    if (typeof found !== 'string' && serve) return [{ title: rule.description, ...found, serve }]
    const reason = typeof found === 'string' ? found : 'it serves no variation'
    note(`Rule ${rule.description ? `"${rule.description}"` : index + 1} was left out: ${reason}.`)
    return []
  })
  const rest = state.fallthrough && serveOf(flag, state.fallthrough)
  return [
    ...targets.flatMap((target) => targetCase(flag, target)),
    ...rules,
    ...(rest ? [{ where: [], segments: [], serve: rest }] : []),
  ]
}

function targetCase(flag: LdFlag, { values, variation, contextKind }: LdTarget): Case[] {
  const serve = serveOf(flag, { variation })
  const where = [{ field: fieldOf('key', contextKind), in: values }]
  return serve ? [{ title: 'Individual targets', where, segments: [], serve }] : []
}

function serveOf(flag: LdFlag, { variation, rollout }: LdServed): Serve | undefined {
  const parts = rollout?.variations ?? (variation === undefined ? [] : [{ variation, weight: 1 }])
  const used = parts.filter(({ weight, variation: index }) => weight > 0 && flag.variations[index])
  if (used.length === 0) return undefined
  const weights = toWeights(used.map(({ weight }) => weight))
  const field = rollout && fieldOf(rollout.bucketBy, rollout.contextKind)
  const stickiness = field && field !== 'userId' ? { stickiness: field } : {}
  if (isBoolean(flag)) {
    const share = used.reduce(
      (sum, part, at) => sum + (isTrue(flag, part.variation) ? (weights[at] ?? 0) : 0),
      0,
    )
    return share === 0 ? 'off' : { share, ...stickiness, variants: [] }
  }
  const variants = used.map(({ variation: index }, at) => ({
    name: nameOf(flag, index),
    weight: weights[at] ?? 0,
    ...stickiness,
    payload: toPayload(flag.variations[index]?.value),
  }))
  return { share: 100, ...stickiness, variants }
}

/** The name of a variation, made unique. */
function nameOf({ variations }: LdFlag, index: number): string {
  const base = ({ value, name }: LdFlag['variations'][number]) => (name || String(value)).slice(0, 90)
  const one = variations[index]
  if (!one) return `variation-${index}`
  const isUnique = variations.every((other, at) => at === index || base(other) !== base(one))
  return isUnique && typeof one.value !== 'object' ? base(one) : one.name ? base(one) : `variation-${index}`
}

/** Dependencies are of the whole flag here. */
function dependenciesOf(
  flag: LdFlag,
  all: readonly LdFlag[],
  note: NoteOf,
): NonNullable<FlagFile['dependencies']> {
  const states = Object.values(flag.environments ?? {})
  const [first = []] = states.map(({ prerequisites = [] }) => prerequisites)
  if (states.some(({ prerequisites = [] }) => JSON.stringify(prerequisites) !== JSON.stringify(first))) {
    note('Its prerequisites differ between environments and were left out.')
    return []
  }
  return first.flatMap(({ key, variation }) => {
    const parent = all.find((one) => one.key === key)
    if (!parent) {
      note(`Its prerequisite ${key} is not in the file and was left out.`)
      return []
    }
    if (!isBoolean(parent)) return { flag: key, variants: [nameOf(parent, variation)] }
    return isTrue(parent, variation) ? key : { flag: key, enabled: false }
  })
}
