import type { Strategy } from '@flagstaff/contract/strategy-types'
import { Menu } from '@mantine/core'
import {
  IconArrowBackUp,
  IconFileDescription,
  IconHourglassLow,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { ActionsMenu } from '../../../ui/ActionsMenu.tsx'
import { MenuAction } from '../../../ui/MenuAction.tsx'
import { t } from './messages.ts'
import { useStrategyActions } from './useStrategyActions.tsx'

const icon = { size: 14, stroke: 1.75 } as const

type StrategyMenuProps = {
  strategy: Strategy
  /** For the strategy's own page, which must be left after deleting. */
  onDeleted?: () => void
}

export function StrategyMenu({ strategy, onDeleted }: StrategyMenuProps) {
  const actions = useStrategyActions(strategy, onDeleted)
  const navigate = useNavigate()
  const { name, deprecated } = strategy
  return (
    <>
      <ActionsMenu name={name}>
        {!onDeleted && (
          <Menu.Item
            component={Link}
            to={`/strategies/${encodeURIComponent(name)}`}
            leftSection={<IconFileDescription {...icon} />}
          >
            {t('strategies.open')}
          </Menu.Item>
        )}
        <MenuAction
          why={actions.mayEdit}
          icon={<IconPencil {...icon} />}
          onClick={() => void navigate({ to: '/strategies/$name/edit', params: { name } })}
        >
          {t('strategies.edit')}
        </MenuAction>
        <MenuAction
          why={actions.mayMark}
          icon={deprecated ? <IconArrowBackUp {...icon} /> : <IconHourglassLow {...icon} />}
          onClick={actions.mark}
        >
          {t(deprecated ? 'strategies.reactivate' : 'strategies.deprecate')}
        </MenuAction>
        <MenuAction danger why={actions.mayDelete} icon={<IconTrash {...icon} />} onClick={actions.askDelete}>
          {t('strategies.delete')}
        </MenuAction>
      </ActionsMenu>
      {actions.dialog}
    </>
  )
}
