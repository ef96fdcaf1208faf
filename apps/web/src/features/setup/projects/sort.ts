import type { Project } from '@flagstaff/contract/projects'
import type { Sorted } from '../../../ui/SortHead.tsx'

export const matching = (projects: readonly Project[], text: string): Project[] =>
  projects.filter(({ id, name, description }) =>
    `${id} ${name} ${description ?? ''}`.toLowerCase().includes(text.trim().toLowerCase()),
  )

const keys: Record<string, (project: Project) => string | number> = {
  name: ({ name }) => name.toLowerCase(),
  flags: ({ featureCount = 0 }) => featureCount,
  health: ({ health = 100 }) => health,
  members: ({ memberCount = 0 }) => memberCount,
  changed: ({ lastUpdatedAt }) => lastUpdatedAt ?? '',
}

/** Pinned projects come first, whatever the order. */
export function sortProjects(projects: readonly Project[], { by, descending }: Sorted): Project[] {
  const key = keys[by] ?? (({ name }: Project) => name)
  const compare = (a: Project, b: Project) => {
    const [x, y] = [key(a), key(b)]
    return (x < y ? -1 : x > y ? 1 : 0) * (descending ? -1 : 1)
  }
  return projects.toSorted(
    (a, b) => Number(b.favorite ?? false) - Number(a.favorite ?? false) || compare(a, b),
  )
}
