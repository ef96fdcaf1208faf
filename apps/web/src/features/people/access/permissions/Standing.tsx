import type { UserAccessOverview } from '@flagstaff/contract/users'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { t } from '../messages.ts'
import classes from './permissions.module.css'

/** The source of the permissions below: the root role and the groups. */
export function Standing({ account: { rootRole, overview } }: { account: UserAccessOverview }) {
  return (
    <p className={classes.standing}>
      <span>
        {t('why.rootRole')}{' '}
        <Link to="/admin/roles/$id" params={{ id: String(rootRole.id) }} className={classes.link}>
          {rootRole.name}
        </Link>
      </span>
      <span>
        {t('why.groups')} {overview.groups.length === 0 && t('why.noGroups')}
        {overview.groups.map(({ id, name }, index) => (
          <Fragment key={id}>
            {index > 0 && ', '}
            <Link to="/admin/groups/$id" params={{ id: String(id) }} className={classes.link}>
              {name}
            </Link>
          </Fragment>
        ))}
      </span>
    </p>
  )
}
