import type { Feature } from '@flagstaff/contract/flags'
import { ActionIcon } from '@mantine/core'
import { IconExternalLink, IconGitBranch, IconPencil, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { type Refusal, useCan } from '../../../../lib/session.ts'
import { Refused } from '../../../../ui/Refused.tsx'
import aside from '../Aside.module.css'
import { pathOf } from '../place.ts'
import type { Place } from '../queries.ts'
import { t } from './messages.ts'
import classes from './Relations.module.css'
import type { Dependency, FlagLink } from './types.ts'

const DependencyDialog = lazy(() =>
  import('./DependencyDialog.tsx').then((module) => ({ default: module.DependencyDialog })),
)
const LinkDialog = lazy(() => import('./LinkDialog.tsx').then((module) => ({ default: module.LinkDialog })))

const MOST_LINKS = 10

type RelationsProps = { place: Place; flag: Feature }

/** Dependencies and links of the flag. */
export function Relations({ place, flag }: RelationsProps) {
  return (
    <>
      <Dependencies place={place} flag={flag} />
      <Links place={place} flag={flag} />
    </>
  )
}

function Dependencies({ place, flag }: RelationsProps) {
  const { children = [] } = flag
  const dependencies = (flag.dependencies ?? []).map(complete)
  const refusal = useCan('UPDATE_FEATURE_DEPENDENCY', { project: place.project })
  const dialog = useDialog<Dependency>()
  const full = children.length > 0 ? t('needs.children', { flag: flag.name }) : undefined
  return (
    <section className={aside.part}>
      <Heading
        title={t('needs.title')}
        label={t('needs.add')}
        why={refusal ?? full}
        onAdd={() => dialog.open(undefined)}
      />
      {dependencies.length === 0 && <p className="faint">{t('needs.none')}</p>}
      <ul className={classes.list}>
        {dependencies.map((dependency) => (
          <li key={dependency.feature}>
            <span className={classes.words}>
              <FlagLinkTo place={place} name={dependency.feature} />{' '}
              <span className="dim">{asked(dependency)}</span>
            </span>
            <Edit
              label={t('needs.edit', { parent: dependency.feature })}
              why={refusal}
              onClick={() => dialog.open(dependency)}
            />
          </li>
        ))}
      </ul>
      {children.length > 0 && (
        <div className={classes.children}>
          <h3 className="faint">{t('needs.neededBy')}</h3>
          <ul className={classes.list}>
            {children.map((name) => (
              <li key={name}>
                <FlagLinkTo place={place} name={name} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {dialog.wanted && (
        <Suspense fallback={null}>
          <DependencyDialog
            place={place}
            taken={dependencies.map(({ feature }) => feature)}
            {...dialog.props}
          />
        </Suspense>
      )}
    </section>
  )
}

function Links({ place, flag }: RelationsProps) {
  const { links = [] } = flag
  const refusal = useCan('UPDATE_FEATURE', { project: place.project })
  const dialog = useDialog<FlagLink>()
  const full = links.length >= MOST_LINKS ? t('links.full', { count: MOST_LINKS }) : undefined
  return (
    <section className={aside.part}>
      <Heading
        title={t('links.title')}
        label={t('links.add')}
        why={refusal ?? full}
        onAdd={() => dialog.open(undefined)}
      />
      {links.length === 0 && <p className="faint">{t('links.none')}</p>}
      <ul className={classes.list}>
        {links.map((link) => (
          <li key={link.id}>
            <a
              href={link.url}
              rel="noreferrer"
              target="_blank"
              className={`link ${aside.link} ${classes.words}`}
              title={link.url}
            >
              {link.title || shortOf(link.url)}
              <IconExternalLink size={13} stroke={1.5} aria-hidden="true" />
            </a>
            <Edit
              label={t('links.edit', { title: link.title || link.url })}
              why={refusal}
              onClick={() => dialog.open(link)}
            />
          </li>
        ))}
      </ul>
      {dialog.wanted && (
        <Suspense fallback={null}>
          <LinkDialog place={place} {...dialog.props} />
        </Suspense>
      )}
    </section>
  )
}

const complete = ({ feature, enabled = true, variants = [] }: Partial<Dependency> & { feature: string }) => ({
  feature,
  enabled,
  variants,
})

const either = new Intl.ListFormat('en', { type: 'disjunction' })

const asked = ({ enabled, variants }: Dependency) => {
  if (!enabled) return t('needs.off')
  return variants.length > 0 ? t('needs.gives', { variants: either.format(variants) }) : t('needs.on')
}

/** Without protocol and trailing slash. */
const shortOf = (url: string) => url.replace(/^https?:\/\//, '').replace(/\/$/, '')

/** The edited object; kept while the dialog is closing. */
function useDialog<T>() {
  const [state, setState] = useState<{ opened: boolean; edited: T | undefined }>()
  return {
    wanted: state !== undefined,
    open: (edited: T | undefined) => setState({ opened: true, edited }),
    props: {
      opened: state?.opened ?? false,
      edited: state?.edited,
      onClose: () => setState((before) => before && { ...before, opened: false }),
    },
  }
}

function FlagLinkTo({ place, name }: { place: Place; name: string }) {
  return (
    <Link to={pathOf({ ...place, flag: name })} className={`link ${aside.link}`}>
      <IconGitBranch size={14} stroke={1.5} aria-hidden="true" />
      {name}
    </Link>
  )
}

type HeadingProps = { title: string; label: string; why: Refusal; onAdd(): void }

function Heading({ title, label, why, onAdd }: HeadingProps) {
  return (
    <h2>
      {title}
      <Refused why={why}>
        <ActionIcon
          size={24}
          ml="auto"
          aria-label={label}
          aria-disabled={why ? true : undefined}
          onClick={why ? undefined : onAdd}
        >
          <IconPlus size={14} stroke={1.75} />
        </ActionIcon>
      </Refused>
    </h2>
  )
}

function Edit({ label, why, onClick }: { label: string; why: Refusal; onClick(): void }) {
  if (why) return null
  return (
    <ActionIcon size={24} aria-label={label} onClick={onClick}>
      <IconPencil size={14} stroke={1.5} />
    </ActionIcon>
  )
}
