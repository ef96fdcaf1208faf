import type { Reviewer } from '@flagstaff/contract/change-requests'
import type { ChangeRequest } from '@flagstaff/contract/requests'
import { IconCircleCheckFilled, IconCircleDashed, IconCircleXFilled } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatAge } from '../../../lib/format.ts'
import { environmentList, me } from '../../../lib/session.ts'
import { Environment } from '../../../ui/Environment.tsx'
import { Loaded } from '../../../ui/Loaded.tsx'
import { nameOf, Person } from '../../../ui/Person.tsx'
import { Approvals } from './Approvals.tsx'
import { AskReviewers } from './AskReviewers.tsx'
import { Discussion } from './Discussion.tsx'
import { t } from './messages.ts'
import { Plan } from './Plan.tsx'
import classes from './page.module.css'
import type { Permitted } from './permitted.ts'
import { askedReviewers } from './queries.ts'

/** Approvals, schedule, discussion and timeline of a request. */
export function Aside({ request, permitted }: { request: ChangeRequest; permitted: Permitted }) {
  const canEdit = permitted.edit !== undefined && !permitted.edit.why
  return (
    <aside className={classes.aside}>
      <Reviews request={request} canEdit={canEdit} />
      <Plan request={request} canEdit={canEdit} />
      <Discussion request={request} />
    </aside>
  )
}

function Reviews({ request, canEdit }: { request: ChangeRequest; canEdit: boolean }) {
  const { affects, hidden, project, id } = request
  const asked = useQuery(askedReviewers({ project, id }))
  const { data: environments } = useSuspenseQuery(environmentList)
  const needed = affects.reduce((sum, place) => sum + place.needed, 0)
  const given = affects.reduce((sum, place) => sum + Math.min(place.given, place.needed), 0)
  return (
    <section className={classes.part} aria-labelledby="approvals">
      <h2 id="approvals">
        {t('approvals.title')}
        {needed > 0 && <span className="faint num">{t('approvals.of', { given, needed })}</span>}
      </h2>
      {affects.length === 0 && hidden === 0 && <p className="dim">{t('approvals.free')}</p>}
      <ul>
        {affects.map((place) => (
          <li key={`${place.project} ${place.environment}`} className={classes.line}>
            {place.project !== project && <span className={classes.names}>{place.project}</span>}
            <Environment
              name={place.environment}
              type={environments.find(({ name }) => name === place.environment)?.type ?? ''}
            />
            <Approvals given={place.given} needed={place.needed} />
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className="dim">{t('approvals.hidden', { count: hidden })}</p>}
      <Loaded query={asked} name={t('approvals.people')}>
        {(people) => (
          <>
            <Reviewers request={request} asked={people} />
            {canEdit && needed > 0 && <AskReviewers request={request} asked={people} />}
          </>
        )}
      </Loaded>
    </section>
  )
}

type ReviewersProps = { request: ChangeRequest; asked: readonly Reviewer[] }

function Reviewers({ request: { approvals, rejections }, asked }: ReviewersProps) {
  const { user } = useSuspenseQuery(me).data
  const done = new Set([...approvals, ...rejections].map(({ createdBy }) => createdBy.id))
  const waiting = asked.filter((reviewer) => !done.has(reviewer.id))
  if (done.size === 0 && waiting.length === 0) return null
  const line = (key: string, icon: ReactNode, person: { id: number }, note: string) => (
    <li key={key} className={classes.line}>
      {icon}
      <Person name={nameOf(person)} />
      <span className="faint num">{person.id === user.id ? t('approvals.you') : note}</span>
    </li>
  )
  return (
    <ul className={classes.reviewers} aria-label={t('approvals.people')}>
      {approvals.map(({ createdBy, createdAt }) =>
        line(
          `approved ${createdBy.id}`,
          <IconCircleCheckFilled size={16} className={classes.ok} aria-label={t('approvals.approved')} />,
          createdBy,
          formatAge(createdAt),
        ),
      )}
      {rejections.map(({ createdBy, createdAt }) =>
        line(
          `rejected ${createdBy.id}`,
          <IconCircleXFilled size={16} className={classes.bad} aria-label={t('approvals.rejected')} />,
          createdBy,
          formatAge(createdAt),
        ),
      )}
      {waiting.map((reviewer) =>
        line(
          `asked ${reviewer.id}`,
          <IconCircleDashed size={16} stroke={1.5} aria-label={t('approvals.requested')} />,
          reviewer,
          t('approvals.asked'),
        ),
      )}
    </ul>
  )
}
