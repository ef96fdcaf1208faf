import { Button } from '@mantine/core'
import { IconFlag, IconSearchOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { t as shared } from '../../../messages/en.ts'
import { State } from '../../../ui/State.tsx'
import { t } from './messages.ts'
import type { FlagListSearch } from './search.ts'

type NothingProps = {
  archived: boolean
  filtered: boolean
  inProject: boolean
  search: FlagListSearch
  onClear(): void
  onCreate: (() => void) | undefined
}

/** Distinguishes an empty list from one without matches. */
export function Nothing({ archived, filtered, inProject, search, onClear, onCreate }: NothingProps) {
  if (filtered)
    return (
      <State
        icon={<IconSearchOff size={20} stroke={1.5} />}
        title={t('list.noMatch')}
        action={
          <Button variant="default" onClick={onClear}>
            {shared('state.clear')}
          </Button>
        }
        foot={
          inProject && (
            <Link to="/search" search={search} className="link">
              {t('list.everywhere')}
            </Link>
          )
        }
      />
    )
  return (
    <State
      icon={<IconFlag size={20} stroke={1.5} />}
      title={t(archived ? 'list.emptyArchive' : 'list.empty')}
      text={t(archived ? 'list.emptyArchiveText' : 'list.emptyText')}
      action={!archived && onCreate && <Button onClick={onCreate}>{t('list.new')}</Button>}
    />
  )
}
