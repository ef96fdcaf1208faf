export { Why } from './Why.tsx'
