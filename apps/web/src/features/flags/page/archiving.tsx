import type { Feature } from '@flagstaff/contract/flags'
import { useQueryClient } from '@tanstack/react-query'
import type { Review } from '../../../lib/api.ts'
import { formatAge } from '../../../lib/format.ts'
import { type ReviewOffer, useReviews } from '../../../lib/reviews.ts'
import { type Refusal, useCan } from '../../../lib/session.ts'
import { useAsk } from '../../../ui/Ask.tsx'
import { isProduction } from '../../../ui/Environment.tsx'
import { t } from './messages.ts'
import { archiveCheck, type Place, useArchive, withErrorToast } from './queries.ts'

const RECENTLY_MS = 7 * 86_400_000

/** Reasons against archiving: the first kind blocks it, the second needs confirmation. */
export function warningsOf(
  flag: Feature,
  check: { parentsWithChildFeatures: string[]; hasDeletedDependencies: boolean } | undefined,
  now = Date.now(),
) {
  const environments = flag.environments ?? []
  const on = environments.filter(({ enabled }) => enabled)
  const seen = environments
    .filter(({ lastSeenAt }) => lastSeenAt && now - Date.parse(lastSeenAt) < RECENTLY_MS)
    .sort((a, b) => Date.parse(b.lastSeenAt ?? '') - Date.parse(a.lastSeenAt ?? ''))[0]
  const blocked = (check?.parentsWithChildFeatures.length ?? 0) > 0
  const texts = [
    ...(blocked ? [t('ask.archiveParents')] : []),
    ...(seen?.lastSeenAt
      ? [t('ask.archiveSeen', { age: formatAge(seen.lastSeenAt), environment: seen.name })]
      : []),
    ...(on.length > 0 ? [t('ask.archiveOn', { environments: on.map(({ name }) => name).join(', ') })] : []),
    ...(check?.hasDeletedDependencies ? [t('ask.archiveDependencies')] : []),
  ]
  const careful = blocked || seen !== undefined || on.some(({ type }) => isProduction(type))
  return { texts, blocked, careful: careful || Boolean(check?.hasDeletedDependencies) }
}

/** Archives an unused flag at once, since it can be undone; otherwise asks for confirmation. */
export function useArchiving(place: Place, flag: Feature) {
  const { refusal, review } = useArchiveReview(place, flag)
  const archive = useArchive(place)
  const askFor = useAsk()
  const cache = useQueryClient()
  const run = (way?: Review) => withErrorToast(archive.mutateAsync({ review: way }))
  const check = () => cache.fetchQuery(archiveCheck(place)).catch(() => undefined)
  const ask = async () => {
    const { texts } = warningsOf(flag, await check())
    askFor({
      title: t('ask.archive', { flag: flag.name }),
      text: (
        <>
          {texts.map((text) => (
            <p key={text}>
              <b>{text}</b>
            </p>
          ))}
          <p>{t('ask.archiveText')}</p>
        </>
      ),
      label: t('settings.archive', { flag: flag.name }),
      danger: true,
      review,
      run: (_, way) => run(way),
    })
  }
  const begin = async () => {
    const { careful } = warningsOf(flag, await check())
    if (careful || review) await ask()
    else await run()
  }
  return { refusal, begin, ask: () => void ask() }
}

/** Archiving changes what a flag does in every environment, so one that needs a review is enough. */
function useArchiveReview(
  place: Place,
  flag: Feature,
): { refusal: Refusal; review: ReviewOffer | undefined } {
  const refusal = useCan('DELETE_FEATURE', { project: place.project })
  const reviewFor = useReviews(place.project)
  const ways = (flag.environments ?? [])
    .filter(
      ({ enabled, strategies = [], variants = [] }) =>
        enabled || strategies.length > 0 || variants.length > 0,
    )
    .map((environment) => reviewFor(environment, 'DELETE_FEATURE'))
  const reviews = ways.flatMap(({ review }) => review ?? [])
  if (reviews.length === 0) return { refusal, review: undefined }
  return {
    refusal: ways.find((way) => way.review)?.refusal,
    review: { maySkip: !refusal && reviews.every(({ maySkip }) => maySkip) },
  }
}
