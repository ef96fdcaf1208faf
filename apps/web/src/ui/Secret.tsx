import { IconAlertTriangle } from '@tabler/icons-react'
import { CopyButton } from './Copy.tsx'
import classes from './Secret.module.css'

/** A secret that is shown once; its copy button is focused. */
export function Secret({ value, label, why }: { value: string; label: string; why: string }) {
  // Break a token after its public part.
  const cut = /^.*\.v2_.{22}_/.exec(value)?.[0].length ?? 0
  return (
    <>
      <div className={classes.secret}>
        <output className="mono" aria-label={label}>
          {[value.slice(0, cut), value.slice(cut)].filter(Boolean).map((part) => (
            <span key={part}>{part}</span>
          ))}
        </output>
        <CopyButton text={value} autofocus />
      </div>
      <p className={classes.why}>
        <IconAlertTriangle size={14} stroke={1.75} />
        <span>{why}</span>
      </p>
    </>
  )
}
