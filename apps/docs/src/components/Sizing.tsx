import { useId, useState } from 'react'
import { type Load, sizeFor } from './sizing.ts'

const fields: { name: keyof Load; label: string; step: number }[] = [
  { name: 'backend', label: 'Backend SDKs (processes)', step: 100 },
  { name: 'pollSeconds', label: 'Seconds between polls (0: streaming)', step: 5 },
  { name: 'browsers', label: 'Browsers and apps at the same time', step: 1000 },
  { name: 'changes', label: 'Changes per day', step: 10 },
  { name: 'kilobytes', label: 'Flags of one token, compressed (kB)', step: 10 },
]
const start: Load = { backend: 1_000, pollSeconds: 15, browsers: 10_000, changes: 100, kilobytes: 40 }

/** Calculates in the page what the table above it shows for four sizes. */
export default function Sizing() {
  const [load, setLoad] = useState(start)
  const id = useId()
  return (
    <div className="sizing">
      <form onSubmit={(event) => event.preventDefault()}>
        {fields.map(({ name, label, step }) => (
          <p key={name}>
            <label htmlFor={`${id}-${name}`}>{label}</label>
            <input
              id={`${id}-${name}`}
              type="number"
              min={0}
              step={step}
              value={load[name]}
              onChange={({ target }) => setLoad({ ...load, [name]: Math.max(0, Number(target.value) || 0) })}
            />
          </p>
        ))}
      </form>
      <dl aria-live="polite">
        {sizeFor(load).map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
