export { DeliveryPopover } from './DeliveryPopover.tsx'
export { Receipt } from './lazy.ts'
