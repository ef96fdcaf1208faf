export { SettingError } from '@flagstaff/delivery'
