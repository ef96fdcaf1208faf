import type { Comparison } from '@flagstaff/contract/compare'
import { useSuspenseQuery } from '@tanstack/react-query'
import { environmentList } from '../../../lib/session.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { Diff } from '../../../ui/Diff.tsx'
import { isProduction } from '../../../ui/Environment.tsx'
import type { SegmentNames } from '../../flags/index.ts'
import { type Chosen, countOf, toFeatures } from './choices.ts'
import classes from './compare.module.css'
import { linesOf } from './lines.tsx'
import { t } from './messages.ts'
import { usePromote } from './queries.ts'

const MOST_FLAGS = 20

type AskPromotionProps = {
  opened: boolean
  comparison: Comparison
  chosen: Chosen
  segments: SegmentNames
  onClose(): void
  onDone(): void
}

/** Confirms a promotion, with a list of all changes. */
export function AskPromotion({ opened, comparison, chosen, segments, onClose, onDone }: AskPromotionProps) {
  const { features, from, to, project, basis } = comparison
  const promote = usePromote(project)
  const { data: environments } = useSuspenseQuery(environmentList)
  const type = environments.find(({ name }) => name === to)?.type
  const flags = features.filter(({ name }) => chosen.has(name))
  return (
    <Confirm
      opened={opened}
      title={t('askTitle', { to })}
      label={t('promote', { to })}
      danger={isProduction(type)}
      busy={promote.isPending}
      onClose={onClose}
      onConfirm={() =>
        promote.mutate({ from, to, features: toFeatures(features, chosen), basis }, { onSuccess: onDone })
      }
    >
      <p>{t('askText', { changes: countOf(chosen), flags: chosen.size, from, to })}</p>
      {promote.error && (
        <p className={classes.problem} role="alert">
          {promote.error.message}
        </p>
      )}
      <div className={classes.asked}>
        {flags.slice(0, MOST_FLAGS).map((flag) => (
          <section key={flag.name}>
            <h3>{flag.name}</h3>
            <Diff
              lines={linesOf(flag, { from, to }, segments)
                .filter(({ key }) => chosen.get(flag.name)?.has(key))
                .flatMap(({ key, lines }) => lines.map((line) => ({ ...line, key: `${key} ${line.key}` })))}
            />
          </section>
        ))}
        {flags.length > MOST_FLAGS && (
          <p className="faint small">{t('askMore', { count: flags.length - MOST_FLAGS })}</p>
        )}
      </div>
    </Confirm>
  )
}
