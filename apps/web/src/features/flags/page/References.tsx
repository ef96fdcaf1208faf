import type { FlagCodeReferences } from '@flagstaff/contract/code-references'
import { isWebLink } from '@flagstaff/rules/web-links'
import { Button } from '@mantine/core'
import { IconExternalLink, IconGitBranch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatAge, formatDay } from '../../../lib/format.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { ErrorState } from '../../../ui/State.tsx'
import { t } from './messages.ts'
import { codeReferences, type Place } from './queries.ts'
import classes from './References.module.css'

type Repository = FlagCodeReferences['repositories'][number]
type Reference = Repository['references'][number]

/** Where code mentions the flag, by repository. */
export function References({ place }: { place: Place }) {
  const { data, error, refetch } = useQuery(codeReferences(place))
  return (
    <section className={classes.card} aria-label={t('references.title')}>
      <header>
        <h2>{t('references.title')}</h2>
        {data && data.repositories.length > 0 && (
          <span className="faint small num">
            {t('references.count', { total: data.total, repositories: data.repositories.length })}
          </span>
        )}
      </header>
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!error && !data && <Loading />}
      {data?.repositories.length === 0 && (
        <p className={classes.none}>
          {t('references.none')} <code>flagstaff scan --upload</code>
        </p>
      )}
      {data?.repositories.map((repository) => (
        <RepositoryPart key={repository.name} repository={repository} />
      ))}
    </section>
  )
}

const FIRST = 10
const SHORT_COMMIT = 7

function RepositoryPart({ repository }: { repository: Repository }) {
  const { name, branch, commit, uploadedAt, goneSince, count, references } = repository
  const [all, setAll] = useState(false)
  const shown = all ? references : references.slice(0, FIRST)
  return (
    <>
      <h3 className={classes.repository}>
        <IconGitBranch size={16} stroke={1.5} />
        <b>{name}</b>
        <span className="faint small">
          {t('references.scanned', {
            branch,
            commit: commit.slice(0, SHORT_COMMIT),
            age: formatAge(uploadedAt),
          })}
        </span>
        <span className={classes.number} data-gone={goneSince !== null}>
          {goneSince === null
            ? t('references.number', { count })
            : t('references.gone', { day: formatDay(goneSince) })}
        </span>
      </h3>
      <ul className={classes.list}>
        {shown.map((reference) => (
          <li key={`${reference.path}:${reference.line}:${reference.column}`}>
            <ReferenceRow reference={reference} />
          </li>
        ))}
      </ul>
      {shown.length < references.length && (
        <Button variant="subtle" className={classes.more ?? ''} onClick={() => setAll(true)}>
          {t('references.all', { count: references.length })}
        </Button>
      )}
      {all && references.length < count && (
        <p className={classes.none}>{t('references.first', { shown: references.length, count })}</p>
      )}
    </>
  )
}

function ReferenceRow({ reference: { path, line, snippet, url } }: { reference: Reference }) {
  const text = `${path}:${line}`
  return (
    <>
      {url && isWebLink(url) ? (
        <a href={url} target="_blank" rel="noreferrer" className={classes.place}>
          {text}
          <IconExternalLink size={14} stroke={1.5} aria-hidden="true" />
        </a>
      ) : (
        <span className={classes.place}>{text}</span>
      )}
      {snippet && <code className={classes.snippet}>{snippet}</code>}
    </>
  )
}
