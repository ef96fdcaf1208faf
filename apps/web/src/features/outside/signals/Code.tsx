import { Scrollable } from '../../../ui/Scrollable.tsx'
import classes from './signals.module.css'

export function Code({ text, label }: { text: string; label: string }) {
  return (
    <Scrollable className={classes.code} aria-label={label}>
      <pre>{text}</pre>
    </Scrollable>
  )
}
