import type { ApplicationsQuery } from '@flagstaff/contract/applications'
import { pageOf } from '../../platform/http/page.ts'
import { compareVersions, readSdk } from './sdk-versions.ts'

/** The oldest SDK versions that are not outdated. */
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

/** Takes `name:version`. Unknown SDKs are never outdated. */
export function isOutdated(text: string): boolean {
  const sdk = readSdk(text)
  if (!sdk) return false
  const least = oldest.get(sdk.name)
  return least !== undefined && compareVersions(sdk.version, least) < 0
}

/** Outdated SDKs, each with the applications that use it. */
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

/** Applications can only be sorted by name. */
export const readPage = ({ query, sortOrder, ...asked }: ApplicationsQuery): Page => ({
  text: query ?? '',
  descending: sortOrder === 'desc',
  ...pageOf(asked, PAGE),
})
