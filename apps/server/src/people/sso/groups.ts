const MOST_GROUPS = 1_000
const LONGEST = 255

/**
 * The group names at a path in the claims: `groups`, `resource.roles`, or `$['https://…/groups']` if a name contains
 * dots. A single name counts as a list of one.
 */
export function groupsAt(claims: Readonly<Record<string, unknown>>, path: string): string[] {
  // Some providers use URLs as claim names, which contain dots.
  const found = own(claims, path) ?? stepsOf(path).reduce<unknown>((at, step) => own(at, step), claims)
  const list = Array.isArray(found) ? found : [found]
  const names = list.filter((one) => typeof one === 'string' && one !== '' && one.length <= LONGEST)
  return [...new Set(names as string[])].slice(0, MOST_GROUPS)
}

const STEP = /\['([^']*)'\]|\["([^"]*)"\]|\.?([^.[\]]+)/g

const stepsOf = (path: string): string[] =>
  [...path.replace(/^\$/, '').matchAll(STEP)].map(([, a, b, c]) => a ?? b ?? c ?? '')

const own = (at: unknown, name: string): unknown =>
  typeof at === 'object' && at !== null && Object.hasOwn(at, name)
    ? (at as Record<string, unknown>)[name]
    : undefined
