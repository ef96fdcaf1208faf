/** A critical part of the product: what is mutated, and the tests that must notice, cheapest first. */
type Part = { name: string; files: readonly string[]; tests: readonly string[] }

const server = 'apps/server/src'
const delivery = 'packages/delivery/src'

/** Each file of the campaign is in one part. The sum of their lines of code is at most `MOST_LINES`. */
export const parts: readonly Part[] = [
  {
    name: 'outbound',
    files: [`${server}/platform/http/outbound.ts`],
    tests: [`${server}/platform/http/outbound.test.ts`, `${server}/platform/tracing/tracing.test.ts`],
  },
  {
    name: 'etag',
    files: [`${delivery}/etag.ts`, `${delivery}/marks.ts`, `${delivery}/direct/polls.ts`],
    tests: [
      `${delivery}/etag.test.ts`,
      `${delivery}/direct/direct.test.ts`,
      `${delivery}/delivery.test.ts`,
      `${delivery}/toggles.test.ts`,
      `${delivery}/delta.test.ts`,
      `${delivery}/streams.test.ts`,
    ],
  },
  {
    name: 'tokens',
    files: [
      `${server}/people/tokens/index.ts`,
      `${server}/people/tokens/rules.ts`,
      `${server}/people/tokens/secrets.ts`,
      `${server}/people/tokens/api-tokens/permissions.ts`,
      `${server}/people/tokens/edge/signature.ts`,
      `${server}/people/tokens/rotation/rules.ts`,
      `${server}/platform/http/token.ts`,
    ],
    tests: [
      `${server}/people/tokens/rules.test.ts`,
      `${server}/people/tokens/rotation/rules.test.ts`,
      `${server}/people/tokens/edge/signature.test.ts`,
      `${server}/people/tokens/personal/kill-switch.test.ts`,
      `${server}/people/tokens/personal/personal.test.ts`,
      `${server}/people/tokens/api-tokens/api-tokens.test.ts`,
      `${server}/people/tokens/edge/edge-tokens.test.ts`,
      `${server}/people/tokens/api-tokens/seed.test.ts`,
      `${server}/people/tokens/copies/copies.test.ts`,
      `${server}/people/tokens/rotation/rotation.test.ts`,
      `${server}/people/tokens/personal/propose-only.test.ts`,
      `${server}/secrets.test.ts`,
    ],
  },
  {
    name: 'passwords',
    files: [
      `${server}/people/auth/budget.ts`,
      `${server}/people/auth/hashing.ts`,
      `${server}/people/auth/sessions/rules.ts`,
    ],
    tests: [
      `${server}/people/auth/sessions/rules.test.ts`,
      `${server}/people/auth/budget.test.ts`,
      `${server}/people/auth/auth.test.ts`,
    ],
  },
  {
    name: 'sign-in',
    files: [
      `${server}/identify.ts`,
      `${server}/people/auth/sign-in.ts`,
      `${server}/people/auth/attempts-queries.ts`,
      `${server}/people/auth/open-session.ts`,
      `${server}/people/auth/cookies.ts`,
      `${server}/people/auth/queries.ts`,
    ],
    tests: [
      `${server}/people/auth/auth.test.ts`,
      `${server}/people/auth/sessions/sessions.test.ts`,
      `${server}/people/auth/forwarded.test.ts`,
      `${server}/people/auth/logins/logins.test.ts`,
      `${server}/people/auth/flood.test.ts`,
      `${server}/people/auth/patience.test.ts`,
      `${server}/people/sso/cookies.test.ts`,
      `${server}/people/users/passwords/passwords.test.ts`,
      `${server}/people/users/service-accounts/service-accounts.test.ts`,
      `${server}/people/tokens/personal/personal.test.ts`,
      `${server}/people/sso/protocols.test.ts`,
    ],
  },
  {
    name: 'permissions',
    files: [
      `${server}/people/access/grants.ts`,
      `${server}/people/access/admin-power.ts`,
      `${server}/people/access/roles/rules.ts`,
    ],
    tests: [
      `${server}/people/access/grants.test.ts`,
      `${server}/people/access/roles/rules.test.ts`,
      `${server}/people/access/admin-power.test.ts`,
    ],
  },
  {
    name: 'authorisation',
    files: [
      `${server}/people/access/index.ts`,
      `${server}/people/access/queries.ts`,
      `${server}/platform/http/propose-only.ts`,
      `${server}/platform/http/dispatch.ts`,
    ],
    tests: [
      `${server}/people/access/admin-power.test.ts`,
      `${server}/people/access/private.test.ts`,
      `${server}/people/access/roles/roles.test.ts`,
      `${server}/people/access/roles/changes.test.ts`,
      `${server}/people/access/members/members.test.ts`,
      `${server}/people/access/members/groups.test.ts`,
      `${server}/people/access/groups/groups.test.ts`,
      `${server}/flags/if-match.test.ts`,
      `${server}/platform/platform.test.ts`,
      `${server}/platform/write/undo.test.ts`,
      `${server}/insight/events/revert.test.ts`,
      `${server}/instance/settings/settings.test.ts`,
      `${server}/people/users/service-accounts/service-accounts.test.ts`,
      'apps/server/test/propose-only.test.ts',
      'apps/server/test/exact-permissions.test.ts',
      'apps/server/test/permissions.test.ts',
    ],
  },
  {
    name: 'write',
    files: [
      `${server}/platform/write/write.ts`,
      `${server}/platform/write/commands.ts`,
      `${server}/platform/write/idempotency.ts`,
      `${server}/platform/write/locks.ts`,
    ],
    tests: [
      `${server}/platform/write/publish.test.ts`,
      `${server}/platform/write/refused-commits.test.ts`,
      `${server}/platform/write/deadlocks.test.ts`,
      `${server}/platform/write/undo.test.ts`,
      `${server}/platform/platform.test.ts`,
      `${server}/flags/flags.test.ts`,
      `${server}/insight/events/chain.test.ts`,
      `${server}/insight/events/revert.test.ts`,
      `${server}/insight/events/parts/parts.test.ts`,
      `${server}/changes/code/locks.test.ts`,
      `${server}/changes/requests/requests.test.ts`,
      `${server}/flags/inverse.test.ts`,
      `${server}/people/access/members/members.test.ts`,
      `${server}/changes/transfer/transfer.test.ts`,
    ],
  },
  {
    name: 'changes',
    files: [
      `${server}/platform/write/guard.ts`,
      `${server}/platform/write/guards.ts`,
      `${server}/platform/write/judge.ts`,
      `${server}/platform/write/effects.ts`,
      `${server}/platform/write/freezes.ts`,
      `${server}/platform/write/places.ts`,
      `${server}/platform/write/authority.ts`,
      `${server}/platform/write/authorities.ts`,
      `${server}/changes/requests/rules.ts`,
      `${server}/changes/requests/apply/carry-out.ts`,
      `${server}/changes/requests/apply/commands.ts`,
      `${server}/changes/requests/apply/drift.ts`,
      `${server}/changes/requests/apply/rights.ts`,
      `${server}/changes/requests/review/commands.ts`,
      `${server}/changes/requests/review/reviewer.ts`,
    ],
    tests: [
      `${server}/changes/requests/rules.test.ts`,
      `${server}/platform/write/effects.test.ts`,
      `${server}/changes/requests/requests.test.ts`,
      `${server}/changes/requests/segments.test.ts`,
      `${server}/changes/requests/review/editions.test.ts`,
      `${server}/changes/requests/apply/author.test.ts`,
      `${server}/changes/requests/apply/lent.test.ts`,
      `${server}/changes/requests/hidden-places.test.ts`,
      `${server}/changes/requests/reviewers/reviewers.test.ts`,
      `${server}/changes/requests/schedule/schedule.test.ts`,
      `${server}/changes/requests/protections/protections.test.ts`,
      `${server}/changes/requests/protections/lowering.test.ts`,
      `${server}/changes/freezes/freezes.test.ts`,
      'apps/server/test/freezes.test.ts',
      'apps/server/test/protection.test.ts',
      'apps/server/test/requests.test.ts',
    ],
  },
  {
    name: 'counts',
    files: [
      `${delivery}/intake.ts`,
      `${delivery}/usage.ts`,
      `${server}/delivery/usage.ts`,
      `${server}/delivery/bulks.ts`,
      `${server}/insight/usage/rules.ts`,
      `${server}/insight/usage/folding.ts`,
      `${server}/insight/usage/log-queries.ts`,
    ],
    tests: [
      `${delivery}/usage.test.ts`,
      `${delivery}/delivery.test.ts`,
      `${delivery}/public-intake.test.ts`,
      `${server}/insight/usage/usage.test.ts`,
      `${server}/insight/usage/folding.test.ts`,
      `${server}/delivery/bulk.test.ts`,
      `${server}/delivery/delivery.test.ts`,
      `${server}/insight/applications/applications.test.ts`,
    ],
  },
  {
    name: 'snapshot',
    files: [`${server}/delivery/snapshot.ts`],
    tests: [
      `${server}/delivery/snapshot.test.ts`,
      `${server}/delivery/damage.test.ts`,
      'apps/server/test/start.test.ts',
      'apps/server/test/override.test.ts',
    ],
  },
]

export const MOST_LINES = 3000

/** Lines that can do something: without blank ones, comments and imports. */
export function linesOfCode(source: string): number {
  const code = source.replace(/^import\b[^']*'[^']*'\n/gm, '').replace(/^\s*\/\*[\s\S]*?\*\/\n/gm, '')
  return code.split('\n').filter((line) => !/^\s*(\/\/|$)/.test(line)).length
}
