import type { HomeProblem, ProblemKind } from '@flagstaff/contract/home'
import { Button } from '@mantine/core'
import {
  type Icon,
  IconClockExclamation,
  IconFlagOff,
  IconKey,
  IconPlugConnectedX,
  IconShieldX,
  IconZoomQuestion,
} from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatAge, formatDate, formatSpan } from '../../../lib/format.ts'
import { environmentList } from '../../../lib/session.ts'
import { Environment } from '../../../ui/Environment.tsx'
import { Spark } from '../../../ui/Spark.tsx'
import { Card } from './Card.tsx'
import classes from './home.module.css'
import { t } from './messages.ts'

export type Counts = ReadonlyMap<string, readonly number[]> | undefined

type ProblemsProps = { problems: readonly HomeProblem[]; total: number; usage: Counts }

export function Problems({ problems, total, usage }: ProblemsProps) {
  const more = total - problems.length
  return (
    <Card title={t('problems.title')} count={total} text={t('problems.text')}>
      {problems.length === 0 && <p className={classes.none}>{t('problems.none')}</p>}
      <ul>
        {problems.map((problem) => (
          <Row
            key={[problem.kind, problem.name, problem.at].join()}
            problem={problem}
            counts={usage?.get(problem.name)}
          />
        ))}
      </ul>
      {more > 0 && <p className={classes.none}>{t('problems.more', { count: more })}</p>}
    </Card>
  )
}

const icons: Record<ProblemKind, Icon> = {
  'guard-tripped': IconShieldX,
  'token-expires': IconKey,
  'personal-token-expires': IconKey,
  'no-traffic': IconPlugConnectedX,
  overdue: IconClockExclamation,
  stale: IconFlagOff,
  'unknown-flag': IconZoomQuestion,
}

function pathTo({ kind, name, project }: HomeProblem): string {
  if (kind === 'unknown-flag') return '/unknown-flags'
  if (kind === 'personal-token-expires') return '/profile/personal-api-tokens'
  const home = `/projects/${encodeURIComponent(project ?? '')}`
  if (kind === 'token-expires') return project === null ? '/admin/api' : `${home}/settings/api-access`
  const flag = `${home}/features/${encodeURIComponent(name)}`
  return kind === 'no-traffic' ? `${flag}/metrics` : flag
}

function Row({ problem, counts }: { problem: HomeProblem; counts: readonly number[] | undefined }) {
  const { kind, name, environment, at, detail } = problem
  const { data: environments } = useSuspenseQuery(environmentList)
  const type = environments.find((one) => one.name === environment)?.type ?? ''
  const Glyph = icons[kind]
  const words = {
    day: at ? formatDate(at) : '',
    span: at ? formatSpan(at) : '',
    age: at ? formatAge(at) : '',
    detail: detail ?? '',
  }
  return (
    <li className={classes.row} data-tone={kind === 'guard-tripped' ? 'bad' : 'warn'}>
      <Glyph size={16} stroke={1.5} className={classes.glyph} aria-hidden="true" />
      <div className={classes.about}>
        <div className={classes.name}>
          <b>{name}</b>
          {environment && <Environment name={environment} type={type} />}
        </div>
        <div className={classes.second}>
          <strong>{t(`problem.${kind}`, words)}</strong>
          {' · '}
          {t(`detail.${kind}`, words)}
        </div>
      </div>
      <div className={classes.evidence}>
        {counts?.some((count) => count > 0) && <Spark values={counts} width={96} height={20} />}
      </div>
      <Button component={Link} to={pathTo(problem)} variant="default" className={classes.action ?? ''}>
        {t(`action.${kind}`)}
        <span className="hidden"> {name}</span>
      </Button>
    </li>
  )
}
