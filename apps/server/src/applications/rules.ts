import type { ApplicationsQuery } from '@flagstaff/contract/applications'
import { pageOf } from '../platform/page.ts'

/** Versions below which an SDK lacks something that flags rely on. */
const oldest = new Map<string, string>([
  ['unleash-node-sdk', '6.6.0'],
  ['unleash-nextjs-sdk', '1.6.2'],
  ['unleash-java-sdk', '11.0.2'],
  ['unleash-go-sdk', '5.0.3'],
  ['unleash-python-sdk', '6.3.0'],
  ['unleash-ruby-sdk', '6.3.1'],
  ['unleash-dotnet-sdk', '5.3.0'],
  ['unleash-php-sdk', '2.9.1'],
  ['unleash-client-node', '5.3.2'],
  ['unleash-client-nextjs', '1.6.2'],
  ['unleash-client-java', '9.2.0'],
  ['unleash-client-go', '4.1.0'],
  ['unleash-client-python', '5.11.0'],
  ['unleash-client-ruby', '5.0.0'],
  ['unleash-client-dotnet', '4.1.3'],
  ['unleash-client-php', '2.3.0'],
])

/** Of `name:version`. SDKs we know nothing about are never outdated. */
export function isOutdated(sdk: string): boolean {
  const [name = '', version = ''] = sdk.split(':')
  const least = oldest.get(name.replace(/^@.*\//, ''))
  if (least === undefined || !/^v?\d/.test(version)) return false
  return compare(version, least) < 0
}

/** Numbers first; what is before a release counts as older than it. */
function compare(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => {
    const [numbers = '', pre] = text.replace(/^v/, '').split('+')[0]?.split('-') ?? []
    return {
      parts: numbers.split('.').map((part) => Number.parseInt(part, 10) || 0),
      isEarly: pre !== undefined,
    }
  })
  if (!left || !right) return 0
  for (let place = 0; place < 3; place++) {
    const difference = (left.parts[place] ?? 0) - (right.parts[place] ?? 0)
    if (difference !== 0) return difference
  }
  return Number(right.isEarly) - Number(left.isEarly)
}

/** Outdated SDKs, each with the applications that have it. */
export function outdatedOf(used: readonly { sdk: string; app: string }[]) {
  const bySdk = Map.groupBy(
    used.filter(({ sdk }) => isOutdated(sdk)),
    ({ sdk }) => sdk,
  )
  return [...bySdk]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([sdkVersion, list]) => ({
      sdkVersion,
      applications: [...new Set(list.map(({ app }) => app))].sort(),
    }))
}

const PAGE = { usual: 1_000, most: 1_000 }

export type Page = { text: string; limit: number; offset: number; descending: boolean }

/** Names are all there is to sort by. */
export const readPage = ({ query, sortOrder, ...asked }: ApplicationsQuery): Page => ({
  text: query ?? '',
  descending: sortOrder === 'desc',
  ...pageOf(asked, PAGE),
})
