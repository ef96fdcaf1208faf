import type { OperatorSupport } from '@flagstaff/contract/applications'
import { compareVersions, readSdk, type Sdk } from './sdk-versions.ts'

export type NewerOperator = OperatorSupport['operators'][number]['operator']

/** The first version that supports the operator, or the newest checked version that does not. */
type Support = { since: string } | { missingUpTo: string }

const versions = (regex: Support, cidr: Support, semver = cidr): Record<NewerOperator, Support> => ({
  REGEX: regex,
  IN_CIDR: cidr,
  SEMVER_GTE: semver,
  SEMVER_LTE: semver,
})
const since = (version: string): Support => ({ since: version })
const missingUpTo = (version: string): Support => ({ missingUpTo: version })

/** Keep in sync with the table in the documentation of constraints. */
const languages = new Map([
  ['node', { label: 'Node.js', support: versions(since('6.10.0'), since('6.11.0')) }],
  ['python', { label: 'Python', support: versions(since('6.6.0'), since('6.7.0')) }],
  // It is not known whether version 6 supports the semver operators.
  ['go', { label: 'Go', support: versions(since('6.0.0'), since('6.0.0')) }],
  ['ruby', { label: 'Ruby', support: versions(since('6.6.0'), missingUpTo('6.6.0')) }],
  ['dotnet', { label: '.NET', support: versions(since('6.1.0'), missingUpTo('6.1.0')) }],
  ['java', { label: 'Java', support: versions(since('12.2.0'), missingUpTo('12.2.3')) }],
  ['php', { label: 'PHP', support: versions(missingUpTo('2.10.1'), missingUpTo('2.10.1')) }],
  ['rust', { label: 'Rust', support: versions(missingUpTo('0.15.0'), missingUpTo('0.15.0')) }],
  ['nextjs', { label: 'Next.js', support: versions(missingUpTo('1.6.7'), missingUpTo('1.6.7')) }],
])

const newerOperators: readonly NewerOperator[] = ['REGEX', 'IN_CIDR', 'SEMVER_GTE', 'SEMVER_LTE']

/** The SDK, if it is known to ignore the operator. SDKs are named `unleash-client-x` or `unleash-x-sdk`. */
export function sdkIgnoring(text: string, operator: NewerOperator): Sdk | undefined {
  const sdk = readSdk(text)
  const [, older, newer] = /^unleash-(?:client-(\w+)|(\w+)-sdk)$/.exec(sdk?.name ?? '') ?? []
  const language = languages.get(older ?? newer ?? '')
  if (!sdk || !language) return undefined
  const support = language.support[operator]
  const ignores =
    'since' in support
      ? compareVersions(sdk.version, support.since) < 0
      : compareVersions(sdk.version, support.missingUpTo) <= 0
  return ignores ? { name: language.label, version: sdk.version.replace(/^v/, '') } : undefined
}

const MOST_NAMED = 100

/** The applications that ignore each operator. `sdk` is null for those the server evaluates for. */
export function ignoringOf(used: readonly { app: string; sdk: string | null }[]): OperatorSupport {
  return {
    total: new Set(used.map(({ app }) => app)).size,
    operators: newerOperators.map((operator) => {
      const applications = used.flatMap(({ app, sdk }) => {
        const old = sdk === null ? undefined : sdkIgnoring(sdk, operator)
        return old ? [{ appName: app, sdk: old.name, version: old.version }] : []
      })
      return {
        operator,
        count: new Set(applications.map(({ appName }) => appName)).size,
        applications: applications.slice(0, MOST_NAMED),
      }
    }),
  }
}
