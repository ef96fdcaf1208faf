// The log of one flag or one project, for the pages about them.
export { EventLog } from './EventLog.tsx'
