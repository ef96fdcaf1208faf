import { useMemo, useRef } from 'react'
import { useRefusals } from '../../../lib/session.ts'
import { showToast } from '../../../lib/toasts.ts'
import { useAsk } from '../../../ui/Ask.tsx'
import { copyText } from '../../../ui/Copy.tsx'
import { isProduction } from '../../../ui/Environment.tsx'
import { t } from './messages.ts'
import {
  archiveBlockers,
  type FlagRow,
  useArchive,
  useMarkStale,
  useRevive,
  useStarFlag,
  useToggle,
} from './queries.ts'

export type FlagActions = ReturnType<typeof useFlagActions>

/** Actions on flags from a list. The object is stable, so that rows do not rerender. */
export function useFlagActions() {
  const ask = useAsk()
  const refusalFor = useRefusals()
  const toggleIt = useToggle()
  const star = useStarFlag()
  const markStale = useMarkStale()
  const archiveThem = useArchive()
  const reviveThem = useRevive()
  const latest = useRef({ ask, refusalFor, toggleIt, star, markStale, archiveThem, reviveThem })
  latest.current = { ask, refusalFor, toggleIt, star, markStale, archiveThem, reviveThem }

  return useMemo(() => {
    const toggle = (row: FlagRow, name: string) => {
      const { ask, refusalFor, toggleIt } = latest.current
      const environment = row.environments.find((one) => one.name === name)
      const place = { project: row.project, environment: name }
      if (!environment || refusalFor('UPDATE_FEATURE_ENVIRONMENT', place)) return
      const on = !environment.enabled
      const production = isProduction(environment.type)
      const input = { name: row.name, project: row.project, environment: name, on, production }
      if (!production) return toggleIt.mutate(input)
      const values = { name: row.name, environment: name }
      ask({
        title: t(on ? 'ask.onTitle' : 'ask.offTitle', values),
        lines: [
          { sign: '-', key: 'before', content: t(on ? 'ask.isOff' : 'ask.isOn', values) },
          { sign: '+', key: 'after', content: t(on ? 'ask.isOn' : 'ask.isOff', values) },
        ],
        ...(on && environment.hasEnabledStrategies === false ? { text: t('ask.defaultRule') } : {}),
        label: t(on ? 'ask.on' : 'ask.off'),
        run: () => toggleIt.mutateAsync(input),
      })
    }

    const archive = async (rows: readonly FlagRow[], done?: () => void) => {
      const blocked = await archiveBlockers(rows).catch(() => [])
      if (blocked.length > 0) {
        showToast(t('ask.archiveBlocked', { flags: blocked.join(', ') }), { tone: 'bad' })
        return
      }
      const values = { count: rows.length, name: rows[0]?.name ?? '' }
      latest.current.ask({
        title: t('ask.archiveTitle', values),
        text: (
          <>
            <p>{t('ask.archiveText', values)}</p>
            {rows.map((row) => {
              const count = row.environments.reduce((sum, { yes = 0, no = 0 }) => sum + yes + no, 0)
              return count > 0 && <p key={row.name}>{t('ask.traffic', { name: row.name, count })}</p>
            })}
          </>
        ),
        label: t('ask.archive'),
        danger: true,
        run: () => latest.current.archiveThem.mutateAsync(rows).then(done),
      })
    }

    return {
      toggle,
      archive: (rows: readonly FlagRow[], done?: () => void) => void archive(rows, done),
      star: (row: FlagRow) => latest.current.star.mutate(row),
      stale: (rows: readonly FlagRow[], stale: boolean) =>
        latest.current.markStale.mutate({ flags: rows, stale }),
      revive: (rows: readonly FlagRow[]) => latest.current.reviveThem.mutate(rows),
      copy: (row: FlagRow) =>
        void copyText(row.name).then(() => showToast(t('menu.copied', { name: row.name }))),
    }
  }, [])
}
