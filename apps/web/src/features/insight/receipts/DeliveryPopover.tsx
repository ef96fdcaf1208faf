import { Popover } from '@mantine/core'
import { type ReactElement, Suspense, useState } from 'react'
import { Delivery } from './lazy.ts'
import type { Where } from './queries.ts'

type DeliveryPopoverProps = { where: Where; children(toggle: () => void): ReactElement }

/** A button that opens the delivery status, which is loaded only then. */
export function DeliveryPopover({ where, children }: DeliveryPopoverProps) {
  const [open, setOpen] = useState(false)
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" width={360} trapFocus>
      <Popover.Target>{children(() => setOpen(!open))}</Popover.Target>
      <Popover.Dropdown>
        <Suspense>
          <Delivery where={where} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
