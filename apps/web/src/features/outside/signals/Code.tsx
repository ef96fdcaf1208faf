import classes from './signals.module.css'

/** Long texts can be scrolled by keyboard. */
export function Code({ text, label }: { text: string; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long texts must be scrollable by keyboard
    <section className={classes.code} tabIndex={0} aria-label={label}>
      <pre>{text}</pre>
    </section>
  )
}
