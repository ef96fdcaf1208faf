import { useFlag } from '../page/place.ts'
import type { Place } from '../page/queries.ts'
import { Safeguards } from './Safeguards.tsx'
import classes from './safeguards.module.css'

/** The safeguards of a flag in one environment, on the page of its metrics. */
export function FlagSafeguards({ place, environment: name }: { place: Place; environment: string }) {
  const environment = useFlag(place).environments?.find((one) => one.name === name)
  if (!environment) return null
  return (
    <div className={classes.card}>
      <Safeguards place={place} environment={environment} />
    </div>
  )
}
