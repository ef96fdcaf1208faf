import Type, { type Static } from 'typebox'
import { closed, Nullable, named } from './schema.ts'

/** A saved list of flags with its filters and sorting. */
export const SavedView = named(
  'savedViewSchema',
  Type.Object(
    {
      id: Type.Integer({ minimum: 1 }),
      name: Type.String(),
      project: Nullable(
        Type.String({ description: 'The project of the list; null for the flags of all projects.' }),
      ),
      search: Type.String({ description: 'The query string of the list, without the question mark.' }),
    },
    closed,
  ),
)
export type SavedView = Static<typeof SavedView>

export const SavedViews = named('savedViewsSchema', Type.Object({ views: Type.Array(SavedView) }, closed))
export type SavedViews = Static<typeof SavedViews>

export const SaveView = named(
  'saveViewSchema',
  Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' }),
      project: Type.Optional(Nullable(Type.String())),
      search: Type.String({ maxLength: 2000 }),
    },
    closed,
  ),
)
export type SaveView = Static<typeof SaveView>

export const ViewId = Type.Object({ id: Type.Integer({ minimum: 1 }) })
