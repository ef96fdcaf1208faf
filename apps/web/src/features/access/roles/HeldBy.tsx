import type { Role } from '@flagstaff/contract/accounts'
import { Link } from '@tanstack/react-router'
import { t } from '../messages.ts'
import { useHolders, wordsOf } from './holders.ts'
import classes from './roles.module.css'

export function HeldBy({ role }: { role: Role }) {
  const holders = useHolders(role)
  return <span className="t2">{holders ? wordsOf(holders.counts) : '–'}</span>
}

/** Beside the form: everybody who would feel a change. */
export function Holders({ role }: { role: Role }) {
  const holders = useHolders(role)
  return (
    <div className={classes.aside}>
      <h2>{t('roles.who')}</h2>
      <p className="t2">{holders ? wordsOf(holders.counts) : t('roles.hidden')}</p>
      <ul>
        {holders?.list.map(({ key, label, to }) => (
          <li key={key}>
            <Link to={to} className="link">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
