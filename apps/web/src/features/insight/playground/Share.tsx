import type { ExplainedDraw, ExplainedShare } from '@flagstaff/contract/explanations'
import { sentence } from '../../setup/constraints/index.ts'
import { t } from './messages.ts'
import { Node, type Outcome } from './Node.tsx'
import { Scale } from './Scale.tsx'
import classes from './Tree.module.css'

export type Context = Readonly<Record<string, unknown>>

type ShareProps = { share: ExplainedShare; name: string; outcome: Outcome; context: Context }

/** The last condition of a rule: its rollout, its list, or none. */
export function Share({ share, name, outcome, context }: ShareProps) {
  const { kind, bucket, threshold = 0, group } = share
  const stickiness = stickyTo(share, context)
  if (kind === 'always')
    return (
      <Node depth={1} outcome={outcome}>
        {t('tree.everyone')}
      </Node>
    )
  if (kind === 'unknown')
    return (
      <Node depth={1} outcome={outcome}>
        <span className={sentence.operator}>{t('tree.strategy')}</span>
        <span className={sentence.field}>{name}</span>
      </Node>
    )
  if (kind === 'list')
    return (
      <Node depth={1} outcome={outcome} note={share.actual ?? t('tree.missing')}>
        <span className={sentence.field}>{share.field}</span>
        <span className={sentence.operator}>{t('tree.list')}</span>
        {(share.values ?? []).slice(0, 5).map((value) => (
          <code key={value} className={sentence.value}>
            {value}
          </code>
        ))}
      </Node>
    )
  const note =
    bucket === undefined ? (
      t('tree.noId', { field: stickiness })
    ) : (
      <Scale at={bucket} total={100} parts={[threshold]}>
        {t(bucket <= threshold ? 'tree.inside' : 'tree.outside', { bucket, threshold })}
      </Scale>
    )
  return (
    <Node depth={1} outcome={outcome} note={note}>
      {kind === 'random' || stickiness === 'random' ? (
        <span className={sentence.operator}>{t('tree.random')}</span>
      ) : (
        <>
          <span className={sentence.operator}>{t('tree.bucket')}</span>
          <span className={sentence.field}>{stickiness}</span>
          <span className={sentence.operator}>{t('tree.group')}</span>
          <code className={sentence.value}>{group}</code>
        </>
      )}
    </Node>
  )
}

/** The context field that determines the bucket. By default the user, then the session, then random. */
function stickyTo({ stickiness = '', id }: ExplainedShare, context: Context): string {
  if (stickiness !== 'default') return stickiness
  return (
    ['userId', 'sessionId'].find((name) => context[name] !== undefined && context[name] === id) ?? 'random'
  )
}

export function Draw({ draw, depth }: { draw: ExplainedDraw; depth: number }) {
  const { chosen, target, total, override } = draw
  const note =
    override !== undefined ? (
      <code className={classes.actual}>{override.actual}</code>
    ) : target === undefined ? undefined : (
      <Scale at={target} total={total} parts={[]}>
        {t('tree.drawn', { target, total })}
      </Scale>
    )
  return (
    <Node depth={depth} outcome={chosen === undefined ? 'failed' : 'held'} note={note}>
      <span className={sentence.operator}>
        {t(override ? 'tree.override' : chosen === undefined ? 'tree.drawNone' : 'tree.draw')}
      </span>
      {chosen !== undefined && <code className={sentence.value}>{chosen}</code>}
    </Node>
  )
}
