import type { AddonType } from '@flagstaff/contract/integrations'
import { Checkbox } from '@mantine/core'
import type { Draft } from './draft.ts'
import { byFamily, chosenOf, expand } from './families.ts'
import classes from './integrations.module.css'
import { t } from './messages.ts'

type EventFieldsProps = { provider: AddonType; draft: Draft; edit(change: Partial<Draft>): void }

/** One box for each kind of events; a kind of which only some types are chosen has a dash. */
export function EventFields({ provider, draft, edit }: EventFieldsProps) {
  const all = provider.events ?? []
  const chosen = expand(draft.events, all)
  const set = (types: readonly string[], on: boolean) => {
    const next = new Set(chosen)
    for (const type of types) {
      if (on) next.add(type)
      else next.delete(type)
    }
    edit({ events: chosenOf(next, all) })
  }
  const isSome = (types: readonly string[]) => types.some((type) => chosen.has(type))
  const isAll = (types: readonly string[]) => types.every((type) => chosen.has(type))
  return (
    <div className={classes.families}>
      <Checkbox
        label={t('form.all')}
        checked={isAll(all)}
        indeterminate={isSome(all) && !isAll(all)}
        onChange={(event) => set(all, event.currentTarget.checked)}
      />
      {byFamily(all).map(({ family, types }) => (
        <Checkbox
          key={family}
          label={t(`families.${family}`)}
          checked={isAll(types)}
          indeterminate={isSome(types) && !isAll(types)}
          onChange={(event) => set(types, event.currentTarget.checked)}
        />
      ))}
    </div>
  )
}
