import { sql } from 'kysely'

/** Types of events that change nothing: favourites, watching and comments leave flags and projects as they are. */
export const noChange = '(favorited|watched)$|^feature-comment-'

/** Whether an event type changes something. */
export const isChange = (type: string) => sql<boolean>`${sql.ref(type)} !~ ${sql.lit(noChange)}`
