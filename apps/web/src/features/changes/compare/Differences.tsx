import { type ComparedFlag, type Comparison, MOST_PROMOTED } from '@flagstaff/contract/compare'
import { Button, Checkbox, Kbd } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useHotkey } from '../../../lib/hotkeys.ts'
import { useCan } from '../../../lib/session.ts'
import { FilterBox } from '../../../ui/List.tsx'
import { ListTabs } from '../../../ui/ListTabs.tsx'
import { Refused } from '../../../ui/Refused.tsx'
import { AskPromotion } from './AskPromotion.tsx'
import { type Chosen, countOf, differencesOf, stillThere, toggled } from './choices.ts'
import classes from './compare.module.css'
import { FlagDifferences } from './FlagDifferences.tsx'
import { FlagRow } from './FlagRow.tsx'
import { t } from './messages.ts'
import type { CompareSearch } from './search.ts'

const MOST_ROWS = 300

type DifferencesProps = { comparison: Comparison; search: CompareSearch }

export function Differences({ comparison, search }: DifferencesProps) {
  const { features, from, to, project } = comparison
  const navigate = useNavigate()
  const go = (part: CompareSearch) =>
    void navigate({ to: '.', search: (old: object) => ({ ...old, from, to, ...part }), replace: true })
  const [wanted, setWanted] = useState<Chosen>(new Map())
  const [query, setQuery] = useState('')
  const [asking, setAsking] = useState(false)
  const chosen = useMemo(() => stillThere(features, wanted), [features, wanted])
  const segments = useMemo(
    () => new Map(comparison.segments.map(({ id, name }) => [id, name])),
    [comparison.segments],
  )
  const differing = features.filter(({ same }) => !same)
  const same = search.show === 'same'
  const listed = (same ? features.filter((flag) => flag.same) : differing).filter(({ name }) =>
    name.toLowerCase().includes(query.trim().toLowerCase()),
  )
  const open = listed.find(({ name }) => name === search.flag) ?? listed[0]
  const refusal = useRefusal(project, to, chosen)
  const count = countOf(chosen)
  const ask = () => {
    if (!refusal && count > 0) setAsking(true)
  }
  useHotkey('mod+Enter', t('promote', { to }), ask)
  const choose = (flag: ComparedFlag, keys: readonly string[], on: boolean) =>
    setWanted(toggled(chosen, flag.name, keys, on))
  const chooseAll = (on: boolean) =>
    setWanted(
      listed.reduce((all, flag) => toggled(all, flag.name, differencesOf(flag), on), chosen as Chosen),
    )
  const all =
    listed.length > 0 && listed.every((flag) => chosen.get(flag.name)?.size === differencesOf(flag).length)
  return (
    <>
      <ListTabs
        label={t('views')}
        tabs={[
          { value: 'differ', label: t('differ'), count: differing.length },
          { value: 'same', label: t('same'), count: features.length - differing.length },
        ]}
        value={same ? 'same' : 'differ'}
        onChange={(show) => go({ show: show === 'same' ? 'same' : undefined, flag: undefined })}
      >
        <div className={classes.columns}>
          <section className={classes.list} aria-label={t('list')}>
            <div className={classes.tools}>
              {!same && (
                <Checkbox
                  aria-label={t('chooseAll')}
                  checked={all}
                  indeterminate={!all && chosen.size > 0}
                  onChange={({ currentTarget }) => chooseAll(currentTarget.checked)}
                />
              )}
              {!same && (
                <span className="dim num small">
                  {t('chosenOf', { chosen: chosen.size, count: differing.length })}
                </span>
              )}
              <FilterBox label={t('filter')} value={query} onChange={setQuery} />
            </div>
            {listed.length === 0 && (
              <p className={classes.none}>{t(query ? 'nothingFound' : 'nothingSame')}</p>
            )}
            <ul>
              {listed.slice(0, MOST_ROWS).map((flag) => (
                <FlagRow
                  key={flag.name}
                  flag={flag}
                  places={{ from, to }}
                  chosen={chosen.get(flag.name)}
                  open={flag === open}
                  onOpen={() => go({ flag: flag.name })}
                  onChoose={(on) => choose(flag, differencesOf(flag), on)}
                />
              ))}
            </ul>
            {listed.length > MOST_ROWS && (
              <p className={classes.none}>{t('more', { count: listed.length - MOST_ROWS })}</p>
            )}
          </section>
          {open && (
            <FlagDifferences
              flag={open}
              project={project}
              places={{ from, to }}
              segments={segments}
              chosen={chosen.get(open.name)}
              onChoose={(key, on) => choose(open, [key], on)}
            />
          )}
        </div>
      </ListTabs>
      <footer className={classes.footer}>
        <div className={classes.sum} role="status">
          {count > 0 ? <b>{t('footer', { flags: chosen.size, changes: count, to })}</b> : t('footerNone')}
          {count > 0 && <span className="faint small">{t('one')}</span>}
        </div>
        {count > 0 && (
          <Button variant="default" onClick={() => setWanted(new Map())}>
            {t('clear')}
          </Button>
        )}
        <Refused why={refusal}>
          <Button
            aria-disabled={refusal || count === 0 ? true : undefined}
            rightSection={<Kbd>Ctrl ↵</Kbd>}
            onClick={ask}
          >
            {t('promote', { to })}
          </Button>
        </Refused>
      </footer>
      <AskPromotion
        opened={asking}
        comparison={comparison}
        chosen={chosen}
        segments={segments}
        onClose={() => setAsking(false)}
        onDone={() => {
          setAsking(false)
          setWanted(new Map())
        }}
      />
    </>
  )
}

function useRefusal(project: string, environment: string, chosen: Chosen) {
  const refusal = useCan(
    ['UPDATE_FEATURE_ENVIRONMENT', 'CREATE_FEATURE_STRATEGY', 'UPDATE_FEATURE_STRATEGY'],
    { project, environment },
  )
  return refusal ?? (chosen.size > MOST_PROMOTED ? t('tooMany', { count: MOST_PROMOTED }) : undefined)
}
