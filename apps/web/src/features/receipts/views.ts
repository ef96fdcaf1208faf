// What pages load when somebody wants to know how far a change came, in one piece.
export { Delivery } from './Delivery.tsx'
export { Receipt } from './Receipt.tsx'
