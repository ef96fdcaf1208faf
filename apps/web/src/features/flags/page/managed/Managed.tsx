import { IconExternalLink, IconFileCode, IconGitCompare } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatAge } from '../../../../lib/format.ts'
import aside from '../Aside.module.css'
import type { Place } from '../queries.ts'
import classes from './Managed.module.css'
import { t } from './messages.ts'
import { type Claim, fieldNames, fileOf, pageOf, useManaged } from './queries.ts'

/** Beside the name of a flag: the owner and the file that manage it. */
export function ManagedBadge({ place }: { place: Place }) {
  const { claims } = useManaged(place)
  const [first] = claims
  if (!first) return null
  const others = new Set(claims.map(({ owner }) => owner)).size - 1
  const { owner } = first
  const text =
    others > 0 ? t('badge.more', { owner, count: others }) : t('badge.by', { owner, file: fileOf(first) })
  return (
    <span>
      <FileLink claim={first} className={classes.badge}>
        <IconFileCode size={14} stroke={1.5} aria-hidden="true" />
        {text}
      </FileLink>
    </span>
  )
}

type LinkProps = { claim: Claim; className: string | undefined; children: ReactNode }

function FileLink({ claim, className, children }: LinkProps) {
  const page = pageOf(claim)
  if (!page) return <span className={className}>{children}</span>
  return (
    <a href={page} className={className} target="_blank" rel="noreferrer">
      {children}
      <IconExternalLink size={12} stroke={1.5} aria-hidden="true" />
    </a>
  )
}

/** What people have changed since the files were applied, by environment. */
export function DriftNotice({ place }: { place: Place }) {
  const { drift } = useManaged(place)
  const places = Map.groupBy(drift, ({ environment }) => environment ?? '')
  return [...places].map(([environment, list]) => {
    const [first] = list
    if (!first) return null
    const { changed } = first
    const switched = list.find(({ field, present }) => field === 'enabled' && typeof present === 'boolean')
    const others = list.filter((one) => one !== switched)
    const word = (value: unknown) => t(value === true ? 'drift.on' : 'drift.off')
    return (
      <div key={environment} role="note" className={classes.drift}>
        <IconGitCompare size={16} stroke={1.5} aria-hidden="true" />
        <div>
          <b>{t('drift.title', { place: environment || t('drift.flag'), file: fileOf(first) })}</b>
          <p>
            {switched &&
              t('drift.switch', { file: word(switched.lastApplied), present: word(switched.present) })}{' '}
            {others.length > 0 && t('drift.fields', { fields: fieldNames(others) })}{' '}
            {changed
              ? t('drift.changed', { actor: changed.by, age: formatAge(changed.at) })
              : t('drift.unknown')}
          </p>
        </div>
      </div>
    )
  })
}

/** In the card of an environment: the fields that belong to files. */
export function ManagedNote({ place, environment }: { place: Place; environment: string }) {
  const { claims } = useManaged(place)
  const here = claims.filter((claim) => claim.environment === environment)
  const [first] = here
  if (!first) return null
  return (
    <p className={classes.note}>
      <IconFileCode size={14} stroke={1.5} aria-hidden="true" />
      {t(first.locked ? 'card.locked' : 'card.note', { file: fileOf(first), fields: fieldNames(here) })}
    </p>
  )
}

/** Beside the environments: owner, file and fields. */
export function ManagedFields({ place }: { place: Place }) {
  const { claims } = useManaged(place)
  if (claims.length === 0) return null
  const owners = Map.groupBy(claims, ({ owner }) => owner)
  return (
    <section className={aside.part}>
      <h2>{t('aside.title')}</h2>
      {[...owners].map(([owner, list]) => (
        <OwnerFields key={owner} owner={owner} claims={list} />
      ))}
      <p className="faint small">{t(claims.some(({ locked }) => locked) ? 'aside.locked' : 'aside.note')}</p>
    </section>
  )
}

function OwnerFields({ owner, claims }: { owner: string; claims: readonly Claim[] }) {
  const [first] = claims
  if (!first) return null
  const { commit } = first
  const latest =
    claims
      .map(({ appliedAt }) => appliedAt)
      .sort()
      .at(-1) ?? first.appliedAt
  const age = formatAge(latest)
  return (
    <dl>
      <Fact label={t('aside.owner')}>{owner}</Fact>
      <Fact label={t('aside.file')}>
        <FileLink claim={first} className={aside.link}>
          {fileOf(first)}
        </FileLink>
      </Fact>
      <Fact label={t('aside.applied')}>
        {commit ? t('aside.appliedAt', { commit: commit.slice(0, 7), age }) : age}
      </Fact>
      {[...Map.groupBy(claims, ({ environment }) => environment ?? '')].map(([environment, list]) => (
        <Fact key={environment} label={environment || t('aside.definition')}>
          {fieldNames(list)}
        </Fact>
      ))}
    </dl>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={aside.fact}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
