import { Popover } from '@mantine/core'
import { lazy, type ReactElement, Suspense, useState } from 'react'
import type { Where } from './queries.ts'

const Delivery = lazy(() => import('./views.ts').then((module) => ({ default: module.Delivery })))

type DeliveryPopoverProps = { where: Where; children(toggle: () => void): ReactElement }

/** Behind a button: how far a change came. Nobody is asked before it is pressed. */
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
