import type { ClientDocument, DocumentFlag } from '../source/schemas.ts'

/** Flags with random outcomes cannot be compared; nor can flags that depend on them. */
export function randomFlags({ features }: ClientDocument): { flags: Set<string>; rules: number } {
  let rules = 0
  const flags = new Set<string>()
  for (const flag of features) {
    const found = randomRules(flag)
    rules += found
    if (found > 0) flags.add(flag.name)
  }
  const direct = new Set(flags)
  for (const { name, dependencies } of features)
    if ((dependencies ?? []).some(({ feature }) => direct.has(feature))) flags.add(name)
  return { flags, rules }
}

function randomRules({ strategies, variants }: DocumentFlag): number {
  const isRandom = (list: DocumentFlag['variants']) =>
    (list ?? []).length > 1 && (list ?? []).some(({ stickiness }) => stickiness === 'random')
  const rules = (strategies ?? []).filter(
    ({ name, parameters, variants: own }) => isRandomRule(name, parameters ?? {}) || isRandom(own),
  )
  return rules.length + (isRandom(variants) ? 1 : 0)
}

function isRandomRule(name: string, parameters: Readonly<Record<string, unknown>>): boolean {
  const share = Number(name === 'gradualRolloutRandom' ? parameters.percentage : parameters.rollout)
  const isCertain = share <= 0 || share >= 100
  if (name === 'gradualRolloutRandom') return !isCertain
  return name === 'flexibleRollout' && parameters.stickiness === 'random' && !isCertain
}
