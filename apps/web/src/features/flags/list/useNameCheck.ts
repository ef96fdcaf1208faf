import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { t } from './messages.ts'
import { flagNameCheck } from './queries.ts'

/** Validates a name on the server while typing. */
export function useNameCheck(
  name: string,
  project: string,
  asking: boolean,
): { fault: string | undefined; note: string } {
  const [settled] = useDebouncedValue(name, 200)
  const { data, error } = useQuery({ ...flagNameCheck(settled, project), enabled: asking && settled !== '' })
  if (name === '' || !asking) return { fault: undefined, note: '' }
  if (settled !== name || (data === undefined && !error))
    return { fault: undefined, note: t('create.checking') }
  return error ? { fault: error.message, note: '' } : { fault: undefined, note: t('create.free') }
}
