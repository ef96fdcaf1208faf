import classes from './LimitNote.module.css'

/** Says before something is written that little or nothing more fits. */
export const LimitNote = ({ text }: { text: string | undefined }) =>
  text ? (
    <p className={classes.note} role="status">
      {text}
    </p>
  ) : null
