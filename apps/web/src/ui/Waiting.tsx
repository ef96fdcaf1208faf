import { IconCircleCheckFilled } from '@tabler/icons-react'
import classes from './Waiting.module.css'

/** Shows that something is pending elsewhere, and turns green when it is done. */
export function Waiting({ done, text }: { done: boolean; text: string }) {
  return (
    <span className={classes.waiting} data-done={done || undefined} role="status">
      {done ? <IconCircleCheckFilled size={16} /> : <i className={classes.ring} />}
      {text}
    </span>
  )
}
