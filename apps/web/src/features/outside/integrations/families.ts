// Kinds of events that people choose, each for many event types.

const patterns = {
  switch: /^feature-environment-(enabled|disabled)$/,
  rules: /^(feature-strategy-|strategy-order-|feature-(environment-)?variants-|default-strategy-)/,
  life: /^feature-(created|archived|revived|deleted|import|project-change|stale|potentially|completed|uncompleted)/,
  details: /^feature/,
  requests: /^(change-request|freeze|protection)/,
  plans: /^(release-plan|release-template|milestone|guard|safeguard|rollout|impact-metric)/,
  setup: /^(segment|context-field|strategy|tag)/,
  projects: /^(project-(?!access|user|group)|environment)/,
  access:
    /^(user|role|group|api-token|pat|service-account|project-(access|user|group)|public-signup|scim|login|account|access-request)/,
  rest: /^/,
} as const

export type Family = keyof typeof patterns
const families = Object.keys(patterns) as Family[]

/** Event types by kind; each type is in the first kind that matches. */
export function byFamily(types: readonly string[]): { family: Family; types: string[] }[] {
  const all = new Map<Family, string[]>(families.map((family) => [family, []]))
  for (const type of types)
    all.get(families.find((family) => patterns[family].test(type)) ?? 'rest')?.push(type)
  return families.flatMap((family) => {
    const found = all.get(family) ?? []
    return found.length > 0 ? [{ family, types: found }] : []
  })
}

/** What is stored: `*` if everything is chosen, so that new event types are included. */
export const chosenOf = (chosen: ReadonlySet<string>, all: readonly string[]): string[] =>
  all.every((type) => chosen.has(type)) ? ['*'] : all.filter((type) => chosen.has(type))

export const expand = (events: readonly string[], all: readonly string[]): ReadonlySet<string> =>
  new Set(events.includes('*') ? all : events)
