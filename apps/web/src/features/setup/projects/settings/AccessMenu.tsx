import { Menu } from '@mantine/core'
import { IconUserMinus, IconUserQuestion, IconUsersGroup } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useCan } from '../../../../lib/session.ts'
import { ActionsMenu } from '../../../../ui/ActionsMenu.tsx'
import { useAsk } from '../../../../ui/Ask.tsx'
import { MenuAction } from '../../../../ui/MenuAction.tsx'
import { t } from '../messages.ts'
import { useTakeAccess } from '../queries.ts'
import type { Holder } from './holders.ts'

type AccessMenuProps = { project: string; holder: Holder; why: string | undefined }

export function AccessMenu({ project, holder: { kind, isService, id, name }, why }: AccessMenuProps) {
  const take = useTakeAccess()
  const ask = useAsk()
  const navigate = useNavigate()
  const mayLook = useCan('ADMIN')
  const icon = { size: 14, stroke: 1.75 }
  const remove = () =>
    ask({
      title: t('access.removeTitle', { name }),
      text: t('access.removeText', { name }),
      label: t('access.remove'),
      danger: true,
      run: () => take.mutateAsync({ project, kind, id, name }),
    })
  const explain = () =>
    void navigate({
      to: isService ? '/admin/service-accounts/$id/permissions' : '/admin/users/$id/permissions',
      params: { id: String(id) },
      search: { project },
    })
  return (
    <ActionsMenu name={name}>
      {kind === 'user' ? (
        <MenuAction icon={<IconUserQuestion {...icon} />} why={mayLook} onClick={explain}>
          {t('access.why', { name })}
        </MenuAction>
      ) : (
        <Menu.Item
          component={Link}
          to={`/admin/groups/${id}` as string}
          leftSection={<IconUsersGroup {...icon} />}
        >
          {t('access.openGroup')}
        </Menu.Item>
      )}
      <MenuAction icon={<IconUserMinus {...icon} />} why={why} danger onClick={remove}>
        {t('access.remove')}
      </MenuAction>
    </ActionsMenu>
  )
}
