export { countUnread, findMissed, findNewestId, listNewer } from './queries.ts'
