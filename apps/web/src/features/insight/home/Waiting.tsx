import type { WaitingItem } from '@flagstaff/contract/home'
import { Button } from '@mantine/core'
import { IconGitPullRequest, IconUserPlus } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatAge, formatMinute } from '../../../lib/format.ts'
import { projectList } from '../../../lib/projects.ts'
import { environmentList } from '../../../lib/session.ts'
import { Environment } from '../../../ui/Environment.tsx'
import { Card } from './Card.tsx'
import classes from './home.module.css'
import { t } from './messages.ts'

const DOTS = [1, 2, 3, 4, 5]

export function Waiting({ items, total }: { items: readonly WaitingItem[]; total: number }) {
  return (
    <Card
      title={t('waiting.title')}
      count={total}
      link={
        <Link to="/change-requests" className={classes.link}>
          {t('waiting.all')}
        </Link>
      }
    >
      {items.length === 0 && <p className={classes.none}>{t('waiting.none')}</p>}
      <ul>
        {items.map((item, index) => (
          <Row key={`${item.kind} ${item.id}`} item={item} isFirst={index === 0} />
        ))}
      </ul>
    </Card>
  )
}

const pathTo = ({ kind, project, id }: WaitingItem) =>
  kind === 'access-request' || project === null
    ? '/admin/users'
    : `/projects/${encodeURIComponent(project)}/change-requests/${id}`

function Row({ item, isFirst }: { item: WaitingItem; isFirst: boolean }) {
  const { kind, id, title, project, environment, author, at, scheduledAt, given, needed } = item
  const { data: projects } = useQuery(projectList)
  const { data: environments } = useSuspenseQuery(environmentList)
  const type = environments.find(({ name }) => name === environment)?.type ?? ''
  const Glyph = kind === 'access-request' ? IconUserPlus : IconGitPullRequest
  const facts = [
    projects?.find((one) => one.id === project)?.name ?? project,
    kind === 'access-request' ? t('waiting.access') : null,
    kind === 'access-request' ? formatAge(at) : t('waiting.by', { author, age: formatAge(at) }),
    scheduledAt && t('waiting.scheduled', { moment: formatMinute(scheduledAt) }),
  ].filter(Boolean)
  return (
    <li className={classes.row}>
      <Glyph size={16} stroke={1.5} className={classes.glyph} aria-hidden="true" />
      <div className={classes.about}>
        <div className={classes.name}>
          <b>{title}</b>
          {kind !== 'access-request' && <span className="faint num">#{id}</span>}
          {environment && <Environment name={environment} type={type} />}
        </div>
        <div className={classes.second}>{facts.join(' · ')}</div>
      </div>
      <div className={classes.evidence}>
        {needed > 0 && (
          <span className={classes.approvals} title={t('waiting.approvalsLong', { given, needed })}>
            {DOTS.slice(0, needed).map((dot) => (
              <i key={dot} data-given={dot <= given || undefined} />
            ))}
            <span className="num">{t('waiting.approvals', { given, needed })}</span>
          </span>
        )}
      </div>
      <Button
        component={Link}
        to={pathTo(item)}
        variant={isFirst ? 'filled' : 'default'}
        className={classes.action ?? ''}
      >
        {t(`waiting.${kind}`)}
        <span className="hidden"> {title}</span>
      </Button>
    </li>
  )
}
