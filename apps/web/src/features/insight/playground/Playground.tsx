import { Button } from '@mantine/core'
import { useDebouncedCallback, useDebouncedValue } from '@mantine/hooks'
import { IconShare3 } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { choicesOf } from '../../../lib/choices.ts'
import { usePage } from '../../../lib/crumbs.ts'
import { useLiveChange } from '../../../lib/live.ts'
import { useCommand } from '../../../lib/pageCommands.ts'
import { environmentList } from '../../../lib/session.ts'
import { showToast } from '../../../lib/toasts.ts'
import { copyText } from '../../../ui/Copy.tsx'
import { Detail } from './Detail.tsx'
import { Input } from './Input.tsx'
import { t } from './messages.ts'
import classes from './playground.module.css'
import { answersFor, type Row, type SelectedRow } from './queries.ts'
import { Results } from './Results.tsx'
import { type Change, environmentsOf, type PlaySearch } from './search.ts'
import { TimeBar } from './TimeBar.tsx'

const PAUSE_MS = 150
const LIVE_MS = 100

/** The playground: input, results and explanations, from left to right. */
export function Playground() {
  usePage([{ label: t('play.title') }])
  const search = useSearch({ from: '/playground' })
  const navigate = useNavigate({ from: '/playground' })
  const change: Change = useCallback(
    (part) => void navigate({ search: (before) => ({ ...before, ...part }), replace: true }),
    [navigate],
  )
  const { data: known } = useSuspenseQuery(environmentList)
  const environments = environmentsOf(search, known)
  const [asked] = useDebouncedValue(search, PAUSE_MS)
  const query = useQuery({
    ...answersFor(asked, environmentsOf(asked, known)),
    placeholderData: keepPreviousData,
  })
  const cache = useQueryClient()
  // Debounced, so that many changes cause a single reload.
  const lookAgain = useDebouncedCallback(
    () => void cache.invalidateQueries({ queryKey: ['playground'] }),
    LIVE_MS,
  )
  useLiveChange(lookAgain)
  const share = () => {
    void copyText(location.href)
    showToast(t('play.shared'))
  }
  useCommand('playground.share', t('play.share'), share, <IconShare3 size={16} stroke={1.5} />)
  const chosen = chosenOf(choicesOf({ data: query.data?.rows }), search, environments)
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1>{t('play.title')}</h1>
        <span className={classes.lead}>{t('play.lead')}</span>
        <span className={classes.legend} aria-hidden="true">
          <i />
          {t('time.change')}
          <i data-hot />
          {t('time.production')}
        </span>
        <Button variant="default" leftSection={<IconShare3 size={14} stroke={1.75} />} onClick={share}>
          {t('play.share')}
        </Button>
      </header>
      <TimeBar search={search} asOf={query.data?.asOf} onChange={change} />
      <div className={classes.bench}>
        <Input search={search} environments={environments} played={query.data} onChange={change} />
        <Results
          search={search}
          environments={environments}
          query={query}
          chosen={chosen}
          onChange={change}
        />
        <Detail search={search} chosen={chosen} onChange={change} />
      </div>
    </div>
  )
}

/** The result selected in the URL, if it exists; otherwise the first. */
function chosenOf(
  rows: readonly Row[],
  search: PlaySearch,
  environments: readonly string[],
): SelectedRow | undefined {
  const { flag, environment = environments[0] ?? '', case: index = 0 } = search
  const row = flag ? rows.find((one) => one.name === flag && one.case === index) : rows[0]
  const place = environments.includes(environment) ? environment : (environments[0] ?? '')
  return row && { row, environment: place }
}
