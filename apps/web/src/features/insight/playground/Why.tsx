import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Typed } from '../../../lib/context.ts'
import { LoadingCards } from '../../../ui/Loading.tsx'
import classes from './Detail.module.css'
import { t } from './messages.ts'
import { Outcome } from './Outcome.tsx'
import { reasonsFor } from './queries.ts'
import { Tree } from './Tree.tsx'
import { summaryOf } from './words.ts'

const PAUSE_MS = 120

type WhyProps = { flag: string; environment: { name: string; type: string }; typed: Typed }

/** The current result of one flag for a context, with its explanation; for the pages of a flag. */
export function Why({ flag, environment, typed }: WhyProps) {
  const [asked] = useDebouncedValue(typed, PAUSE_MS)
  const question = { flag, environment: environment.name, context: { appName: '', ...asked } }
  const { data, error } = useQuery({
    ...reasonsFor(question, undefined),
    placeholderData: keepPreviousData,
  })
  return (
    <div className={classes.why} aria-live="polite">
      {error && <p role="alert">{error.message}</p>}
      {!data && !error && <LoadingCards cards={[4]} />}
      {data?.explanation && (
        <>
          <Outcome answer={data} />
          <p className={classes.summary}>{summaryOf(data.explanation, environment.name)}</p>
          <Tree explanation={data.explanation} environment={environment} context={asked} />
        </>
      )}
      <Link
        to="/playground"
        search={{ features: flag, environments: environment.name, context: typed }}
        className="link small"
      >
        {t('why.more')}
      </Link>
    </div>
  )
}
