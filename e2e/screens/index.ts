import { administrationScreens } from './administration.ts'
import { configurationScreens } from './configuration.ts'
import { flagScreens } from './flags.ts'
import { ownScreens } from './own.ts'
import { peopleScreens } from './people.ts'
import { projectScreens } from './projects.ts'
import type { Screen } from './screen.ts'

// Every address of the interface with data behind it, and what can be opened there. Whoever adds a route adds it to
// one of these; `every-screen.test.ts` finds out.

export const screens: readonly Screen[] = [
  ...projectScreens,
  ...flagScreens,
  ...configurationScreens,
  ...administrationScreens,
  ...peopleScreens,
  ...ownScreens,
]
