import type { Feature } from '@flagstaff/contract/flags'
import { useQueryClient } from '@tanstack/react-query'
import { formatAge } from '../../../lib/format.ts'
import { useCan } from '../../../lib/session.ts'
import { useAsk } from '../../../ui/Ask.tsx'
import { isProduction } from '../../../ui/Environment.tsx'
import { t } from './messages.ts'
import { archiveCheck, type Place, telling, useArchive } from './queries.ts'

const RECENTLY_MS = 7 * 86_400_000

/** What speaks against archiving now, in words; the first kind forbids it, the second wants a second thought. */
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

/** Archives at once where nobody would notice, since it can be taken back; asks where somebody would. */
export function useArchiving(place: Place, flag: Feature) {
  const refusal = useCan('DELETE_FEATURE', { project: place.project })
  const archive = useArchive(place)
  const askFor = useAsk()
  const cache = useQueryClient()
  const run = () => telling(archive.mutateAsync())
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
      run,
    })
  }
  const begin = async () => {
    const { careful } = warningsOf(flag, await check())
    if (careful) await ask()
    else await run()
  }
  return { refusal, begin, ask: () => void ask() }
}
