import { Button, Menu, UnstyledButton } from '@mantine/core'
import { IconFilter, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../messages/en.ts'
import classes from './Chips.module.css'

type ChipProps = { field: string; value: ReactNode; name: string; onRemove(): void }

/** An active filter: "Project is Checkout ×". */
export function Chip({ field, value, name, onRemove }: ChipProps) {
  return (
    <span className={classes.chip}>
      <span className="faint">{field}</span>
      <b>{value}</b>
      <UnstyledButton
        className={classes.remove}
        aria-label={t('filter.remove', { name: `${field} ${name}` })}
        onClick={onRemove}
      >
        <IconX size={12} stroke={1.75} />
      </UnstyledButton>
    </span>
  )
}

/** Offers the filters that are not active yet. */
export function AddFilter({ children }: { children: ReactNode }) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="subtle" leftSection={<IconFilter size={14} stroke={1.75} />}>
          {t('filter.add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
