import { useNavigate, useSearch } from '@tanstack/react-router'
import { EventLog } from '../../insight/events/index.ts'
import { t } from './messages.ts'
import { useFlagPage, usePlace } from './place.ts'

/** All events of the flag. */
export function Log() {
  const place = usePlace()
  useFlagPage(place, t('tab.log'))
  const from = '/projects/$projectId/features/$flag/logs'
  const search = useSearch({ from })
  const navigate = useNavigate({ from })
  return (
    <EventLog
      search={search}
      fixed={place}
      takesFocus
      onSearch={(next) => void navigate({ search: next, replace: true })}
    />
  )
}
