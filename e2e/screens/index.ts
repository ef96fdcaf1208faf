import { administrationScreens } from './administration.ts'
import { configurationScreens } from './configuration.ts'
import { flagScreens } from './flags.ts'
import { ownScreens } from './own.ts'
import { peopleScreens } from './people.ts'
import { projectScreens } from './projects.ts'
import type { Screen } from './screen.ts'

// Every path of the interface with its data, and the dialogs that can be opened there. A new route must be added to one
// of these; `every-screen.test.ts` checks that.

export const screens: readonly Screen[] = [
  ...projectScreens,
  ...flagScreens,
  ...configurationScreens,
  ...administrationScreens,
  ...peopleScreens,
  ...ownScreens,
]
