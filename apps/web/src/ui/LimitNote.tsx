import classes from './LimitNote.module.css'

/** Warns that a limit is near or reached. */
export const LimitNote = ({ text }: { text: string | undefined }) =>
  text ? (
    <p className={classes.note} role="status">
      {text}
    </p>
  ) : null
