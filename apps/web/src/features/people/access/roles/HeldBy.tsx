import type { Role } from '@flagstaff/contract/accounts'
import { Link } from '@tanstack/react-router'
import { t } from '../messages.ts'
import { useHolders, wordsOf } from './holders.ts'
import classes from './roles.module.css'

export function HeldBy({ role }: { role: Role }) {
  const holders = useHolders(role)
  return <span className="dim">{holders ? wordsOf(holders.counts) : '–'}</span>
}

/** The accounts and groups that a change of the role affects. */
export function Holders({ role }: { role: Role }) {
  const holders = useHolders(role)
  return (
    <div className={classes.aside}>
      <h2>{t('roles.who')}</h2>
      <p className="dim">{holders ? wordsOf(holders.counts) : t('roles.hidden')}</p>
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
