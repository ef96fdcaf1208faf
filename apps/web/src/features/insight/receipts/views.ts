// One bundle, loaded when the delivery status is shown.
export { Delivery } from './Delivery.tsx'
export { Receipt } from './Receipt.tsx'
