import type {
  MailChoice,
  NotificationPreference,
  NotificationPreferences,
} from '@flagstaff/contract/notifications'
import { SegmentedControl, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { usePage } from '../../../lib/crumbs.ts'
import { ListPage } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { ErrorState } from '../../../ui/State.tsx'
import { ProfilePage } from '../../people/profile/index.ts'
import { groups, kinds } from './kinds.ts'
import { t } from './messages.ts'
import classes from './notifications.module.css'
import { preferences, useSetPreference, useSetReport } from './queries.ts'

/** How the user is notified of what. Each choice is saved at once. */
export function Preferences() {
  usePage([{ label: t('preferences.profile'), to: '/profile' }, { label: t('notifications.title') }])
  const { data, error, refetch } = useQuery(preferences)
  return (
    <ProfilePage current="/profile/notifications">
      <ListPage title={t('notifications.title')} purpose={data && <Purpose of={data} />}>
        {error && <ErrorState error={error} retry={() => void refetch()} />}
        {!data && !error && <Loading />}
        {data && (
          <div className={classes.matrix}>
            <Matrix list={data.preferences} />
            <Reports of={data} />
          </div>
        )}
      </ListPage>
    </ProfilePage>
  )
}

const Purpose = ({ of: { email, timeZone } }: { of: NotificationPreferences }) =>
  email === null
    ? t('preferences.noEmail')
    : `${t('preferences.email', { email, timeZone })} ${t('preferences.wait')}`

function Matrix({ list }: { list: readonly NotificationPreference[] }) {
  return (
    <>
      <div className={classes.columns} aria-hidden="true">
        <span>{t('preferences.what')}</span>
        <span>{t('preferences.inApp')}</span>
        <span>{t('preferences.mail')}</span>
      </div>
      {groups.map((group) => (
        <section key={group} aria-labelledby={`notify-${group}`}>
          <h2 id={`notify-${group}`} className={classes.day}>
            {t(`group.${group}`)}
          </h2>
          {list
            .filter(({ kind }) => kinds[kind].group === group)
            .map((preference) => (
              <Choice key={preference.kind} preference={preference} />
            ))}
        </section>
      ))}
    </>
  )
}

/** Emails that are not about a notification. */
function Reports({ of: { productivityReport } }: { of: NotificationPreferences }) {
  const set = useSetReport()
  return (
    <section aria-labelledby="notify-reports">
      <h2 id="notify-reports" className={classes.day}>
        {t('report.title')}
      </h2>
      <div className={classes.choice}>
        <div>
          <div>{t('report.productivity')}</div>
          <div className="dim small">{t('report.productivityText')}</div>
        </div>
        <span />
        <span className={classes.channel}>
          <span className={classes.narrow} aria-hidden="true">
            {t('preferences.mail')}
          </span>
          <Switch
            aria-label={t('preferences.mailOf', { kind: t('report.productivity') })}
            checked={productivityReport}
            onChange={() => set.mutate(!productivityReport)}
          />
        </span>
      </div>
    </section>
  )
}

const mails: readonly MailChoice[] = ['now', 'daily', 'off']

function Choice({ preference }: { preference: NotificationPreference }) {
  const set = useSetPreference()
  const { kind, inApp, mail } = preference
  const label = t(`kind.${kind}`)
  return (
    <div className={classes.choice}>
      <div>
        <div>{label}</div>
        <div className="dim small">{t(`kindText.${kind}`)}</div>
      </div>
      <span className={classes.channel}>
        <span className={classes.narrow} aria-hidden="true">
          {t('preferences.inApp')}
        </span>
        <Switch
          aria-label={t('preferences.inAppOf', { kind: label })}
          checked={inApp}
          onChange={() => set.mutate({ ...preference, inApp: !inApp })}
        />
      </span>
      <span className={classes.channel}>
        <span className={classes.narrow} aria-hidden="true">
          {t('preferences.mail')}
        </span>
        <SegmentedControl
          aria-label={t('preferences.mailOf', { kind: label })}
          data={mails.map((value) => ({ value, label: t(`mail.${value}`) }))}
          value={mail}
          onChange={(value) => set.mutate({ ...preference, mail: value as MailChoice })}
        />
      </span>
    </div>
  )
}
