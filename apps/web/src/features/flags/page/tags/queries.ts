import type { Tag } from '@flagstaff/contract/common'
import { send } from '../../../../lib/api.ts'
import { useChange } from '../../../../lib/change.ts'
import { isSameTag, nameOfTag } from '../../../../lib/tags.ts'
import { type Place, paintFlag, touched } from '../queries.ts'
import { t } from './messages.ts'

type Retag = { tag: Tag; remove?: boolean }

const keyOf = ({ type, value }: Tag) => ({ type, value })

export const useRetag = (place: Place) =>
  useChange<Retag>({
    // Values can contain any character, so they are sent in the body and not in the URL.
    run: ({ tag, remove = false }) =>
      send('PUT /api/admin/features/:featureName/tags', {
        params: { featureName: place.flag },
        body: { addedTags: remove ? [] : [keyOf(tag)], removedTags: remove ? [keyOf(tag)] : [] },
      }),
    refresh: [...touched(place.flag), ['tag']],
    done: ({ tag, remove = false }) =>
      t(remove ? 'done.untagged' : 'done.tagged', { flag: place.flag, tag: nameOfTag(tag) }),
    optimistic: (cache, { tag, remove = false }) =>
      paintFlag(cache, place, (flag) => {
        const others = (flag.tags ?? []).filter((one) => !isSameTag(one, tag))
        return { ...flag, tags: remove ? others : [...others, tag] }
      }),
  })
