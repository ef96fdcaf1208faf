import type { ImportProgress } from '@flagstaff/contract/transfer'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ApiError } from '../../../lib/api.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { ErrorState } from '../../../ui/State.tsx'
import { Findings } from './Findings.tsx'
import { Finished } from './Finished.tsx'
import { ItemList } from './ItemList.tsx'
import { type ImportFile, importCheck, runImport, type Wanted } from './queries.ts'
import { ReviewFooter } from './ReviewFooter.tsx'
import { type Choices, isOpen, rowsOf, sumsOf } from './rows.ts'
import { Steps } from './Steps.tsx'
import classes from './transfer.module.css'

type ReviewProps = {
  project: { id: string; name: string }
  environment: string
  file: ImportFile
  reading: number
  onLeave(): void
}

type Outcome = { progress: ImportProgress; error?: Error }

/** The changes of the import, with a choice for each, and the import itself. */
export function Review({ project, environment, file, reading, onLeave }: ReviewProps) {
  const [choices, setChoices] = useState<Choices>(new Map())
  const [progress, setProgress] = useState<ImportProgress>()
  const [outcome, setOutcome] = useState<Outcome>()
  const [problem, setProblem] = useState<string>()
  const cache = useQueryClient()
  const wanted: Wanted = { project: project.id, environment, file, choices: [...choices.values()] }
  // Debounced, so that several choices in a row cause one request.
  const [settled] = useDebouncedValue(choices, 300)
  const check = useQuery({
    ...importCheck({ ...wanted, choices: [...settled.values()] }, reading),
    enabled: !progress && !outcome,
  })
  const comparing = check.isFetching || settled !== choices
  const rows = useMemo(() => (check.data ? rowsOf(check.data, choices) : []), [check.data, choices])
  const segments = useMemo(
    () => new Map(check.data?.plan.segments.map(({ id, name }) => [id, name])),
    [check.data],
  )
  if (outcome) {
    return (
      <Finished
        project={project}
        environment={environment}
        {...outcome}
        rows={rows}
        onAgain={onLeave}
        onGoOn={() => setOutcome(undefined)}
      />
    )
  }
  if (check.error) return <ErrorState error={check.error} retry={() => void check.refetch()} />
  if (!check.data) return <Loading />
  const run = async () => {
    setProblem(undefined)
    const begun = { done: 0, parts: check.data.plan.parts, flags: 0, total: 0, undo: [] }
    setProgress(begun)
    try {
      const { basis } = check.data.plan
      setOutcome({ progress: await runImport({ ...wanted, basis }, setProgress) })
    } catch (error) {
      const reached = (error as { progress?: ImportProgress }).progress
      if (reached && reached.done > 0 && error instanceof Error) setOutcome({ progress: reached, error })
      else setProblem(reasonOf(error))
    } finally {
      setProgress(undefined)
      await cache.invalidateQueries()
    }
  }
  const open = rows.filter((row) => isOpen(row, choices)).length
  return (
    <>
      <Steps
        rows={rows}
        segments={file.data.segments?.length ?? 0}
        open={open}
        comparing={comparing}
        progress={progress}
      />
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <Findings {...check.data} />
      <ItemList
        rows={rows}
        choices={choices}
        environment={environment}
        segments={segments}
        onChange={setChoices}
      />
      <ReviewFooter
        project={project}
        environment={environment}
        sums={sumsOf(rows)}
        open={open}
        check={check.data}
        comparing={comparing}
        busy={progress !== undefined}
        onRun={() => void run()}
        onDiscard={onLeave}
      />
    </>
  )
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return ''
  const details = error instanceof ApiError ? error.details.map(({ message }) => message) : []
  return details.length > 0 ? details.join(' ') : error.message
}
