import type { Role } from '@flagstaff/contract/accounts'
import { Menu, Modal } from '@mantine/core'
import { IconArrowsLeftRight, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useCan } from '../../../../lib/session.ts'
import { t as shared } from '../../../../messages/en.ts'
import { ActionsMenu } from '../../../../ui/ActionsMenu.tsx'
import { Confirm } from '../../../../ui/Confirm.tsx'
import { MenuAction } from '../../../../ui/MenuAction.tsx'
import { t } from '../messages.ts'
import { useDeleteRole } from '../queries.ts'
import { Holders } from './HeldBy.tsx'
import { useHolders } from './holders.ts'
import { isBuiltIn } from './kind.ts'
import classes from './roles.module.css'

export function RoleMenu({ role }: { role: Role }) {
  const [asking, setAsking] = useState(false)
  const refusal = useCan('ADMIN')
  const icon = { size: 14, stroke: 1.75 }
  return (
    <>
      <ActionsMenu name={role.name}>
        <Menu.Item
          component={Link}
          to={`/admin/roles/${role.id}` as string}
          leftSection={<IconPencil {...icon} />}
        >
          {t('roles.open')}
        </Menu.Item>
        <Menu.Item
          renderRoot={(props) => <Link {...props} to="/admin/roles/compare" search={{ one: role.id }} />}
          leftSection={<IconArrowsLeftRight {...icon} />}
        >
          {t('roles.compare')}
        </Menu.Item>
        <MenuAction
          danger
          why={isBuiltIn(role) ? t('roles.keepBuiltIn') : refusal}
          icon={<IconTrash {...icon} />}
          onClick={() => setAsking(true)}
        >
          {t('roles.delete')}
        </MenuAction>
      </ActionsMenu>
      {asking && <Deletion role={role} onClose={() => setAsking(false)} />}
    </>
  )
}

/** Refused while the role is in use; then it lists the holders. */
function Deletion({ role, onClose }: { role: Role; onClose(): void }) {
  const holders = useHolders(role)
  const remove = useDeleteRole()
  const { id, name } = role
  if (!holders) return null
  if (holders.list.length > 0)
    return (
      <Modal
        opened
        onClose={onClose}
        size={480}
        title={t('roles.heldTitle', { name })}
        closeButtonProps={{ 'aria-label': shared('form.close') }}
      >
        <p className={classes.held}>{t('roles.heldText')}</p>
        <Holders role={role} />
      </Modal>
    )
  return (
    <Confirm
      opened
      danger
      title={t('roles.deleteTitle', { name })}
      label={t('roles.delete')}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ id, name }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('roles.deleteText')}</p>
    </Confirm>
  )
}
