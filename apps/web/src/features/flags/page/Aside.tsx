import type { Feature } from '@flagstaff/contract/flags'
import { ActionIcon } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatAge, formatDay } from '../../../lib/format.ts'
import { Person } from '../../../ui/Person.tsx'
import { Activity } from './Activity.tsx'
import classes from './Aside.module.css'
import { ManagedFields } from './managed/Managed.tsx'
import { t } from './messages.ts'
import { t as people } from './people/messages.ts'
import { Owner } from './people/Owner.tsx'
import { partOf } from './place.ts'
import type { Place } from './queries.ts'
import { Relations } from './relations/Relations.tsx'
import { FlagTags } from './tags/FlagTags.tsx'

/** Details of the flag other than its rules. */
export function Aside({ place, flag }: { place: Place; flag: Feature }) {
  return (
    <aside className={classes.aside}>
      <section className={classes.part}>
        <h2>
          {t('about.title')}
          <ActionIcon
            component={Link}
            to={partOf(place, 'settings')}
            size={24}
            ml="auto"
            aria-label={t('about.edit')}
          >
            <IconPencil size={14} stroke={1.5} />
          </ActionIcon>
        </h2>
        <p className={flag.description ? 'dim' : 'faint'}>{flag.description || t('about.none')}</p>
        <FlagTags place={place} flag={flag} />
      </section>
      <Facts place={place} flag={flag} />
      <ManagedFields place={place} />
      <Relations place={place} flag={flag} />
      <Activity place={place} />
    </aside>
  )
}

function Facts({ place, flag }: { place: Place; flag: Feature }) {
  const { createdAt, createdBy, collaborators } = flag
  const helpers = collaborators?.users ?? []
  const seen = (flag.environments ?? []).filter(({ lastSeenAt }) => lastSeenAt)
  return (
    <dl className={classes.part}>
      <Fact label={people('owner.label')}>
        <Owner place={place} flag={flag} />
      </Fact>
      {createdBy && (
        <Fact label={t('fact.createdBy')}>
          <Person name={createdBy.name} />
        </Fact>
      )}
      {helpers.length > 0 && (
        <Fact label={t('fact.collaborators')}>
          <span className={classes.people}>
            {helpers.map(({ id, name }) => (
              <Person key={id} name={name} bare={helpers.length > 1} />
            ))}
          </span>
        </Fact>
      )}
      {createdAt && <Fact label={t('fact.created')}>{formatDay(createdAt)}</Fact>}
      <Fact label={t('fact.seen')}>
        {seen.length === 0 && <span className="faint">{t('fact.never')}</span>}
        {seen.map(({ name, lastSeenAt }) => (
          <span key={name}>
            {name} <span className="faint num">{formatAge(lastSeenAt ?? '')}</span>
          </span>
        ))}
      </Fact>
      {flag.impressionData && <Fact label={t('fact.impressions')}>{t('fact.yes')}</Fact>}
    </dl>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={classes.fact}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
