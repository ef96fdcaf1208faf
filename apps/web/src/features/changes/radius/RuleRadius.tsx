import { UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { changeRadius, type Previewed } from './queries.ts'
import { RadiusTable } from './RadiusTable.tsx'
import classes from './radius.module.css'
import { lineOf } from './words.ts'

const PAUSE_MS = 600

/** One line in a form: how many recent contexts get a different result. It opens the details. */
export function RuleRadius(previewed: Previewed) {
  const asked = useAfterPause(previewed)
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useQuery({
    ...changeRadius(asked ?? previewed),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
  })
  const line = data && !error ? lineOf(data) : undefined
  if (!data || line === undefined) return null
  return (
    <div className={classes.line}>
      <UnstyledButton className={classes.open} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span aria-live="polite">{line}</span>
        {isOpen ? <IconChevronUp size={16} /> : <IconChevronDown size={16} />}
      </UnstyledButton>
      {isOpen && (
        <div className={classes.card}>
          <RadiusTable radius={data} />
        </div>
      )}
    </div>
  )
}

/** Debounced, also the first time: undefined until then. */
function useAfterPause(value: Previewed): Previewed | undefined {
  const [settled, setSettled] = useState<string>()
  const text = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled === undefined ? undefined : (JSON.parse(settled) as Previewed)
}
