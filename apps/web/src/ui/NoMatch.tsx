import { Button } from '@mantine/core'
import { t } from '../messages/en.ts'
import { State } from './State.tsx'

/** The list is not empty, but nothing matches the filters. */
export function NoMatch({ title, onClear }: { title?: string | undefined; onClear(): void }) {
  return (
    <State
      title={title ?? t('state.noMatch')}
      action={
        <Button variant="default" onClick={onClear}>
          {t('state.clear')}
        </Button>
      }
    />
  )
}
