import { administration } from './list/administration.ts'
import { changes } from './list/changes.ts'
import { flags } from './list/flags.ts'
import { insight } from './list/insight.ts'
import { setup } from './list/setup.ts'
import type { Picture } from './picture.ts'

/** All pictures of screens in the documentation. Pages show one with `![What it shows](pictures:name)`. */
export const pictures: readonly Picture[] = [...changes, ...flags, ...setup, ...administration, ...insight]

/** Pictures that `pnpm dashboard --draw` draws. */
export const drawn: readonly Pick<Picture, 'name' | 'shows'>[] = [
  'dashboard-traffic',
  'dashboard-internals',
].map((name) => ({ name, shows: ['../../../deploy/grafana', '../../../tools/dashboard/page.ts'] }))
