import { SHARED, TAG_TYPE } from './hidden-parts.ts'
import type { Markers } from './markers.ts'
import type { Words } from './words.ts'

type Made = Record<'segment' | 'rule' | 'request' | 'integration' | 'freeze' | 'template', string> & {
  token: { id: string; secret: string }
}

/** What to call the things in the hidden place in a request; fields that name none of them have the usual values. */
export function addressesOf(markers: Markers, made: Made) {
  const { segment, rule, request, token, integration, freeze, template } = made
  const rows: [RegExp, string][] = [
    [/change-?request/i, request],
    [/segment/i, segment],
    [/addon/i, integration],
    [/freeze/i, freeze],
    [/template/i, template],
    [/token/i, token.id],
  ]
  const addresses: [RegExp, string[]][] = [
    [/^projects?(id|name)?$|^(from|to|new)project(id)?$/i, [markers.project]],
    [
      /^(features?|featurenames?|child|parent|flags?|togglenames?|key|names)$/i,
      [markers.flag, markers['archived flag']],
    ],
    [/^environments?(name)?$/i, [SHARED]],
    [/^name$/i, [markers.flag, markers.segment, markers['token name']]],
    [/^strategyid$/i, [rule]],
    [/^templateid$/i, [template]],
    [/^(contextfield|contextname)$/i, [markers['context field']]],
    [/^(legalvalue|value)$/i, [markers['legal value'], markers.tag]],
    [/^type$/i, [TAG_TYPE]],
    [/^appname$/i, [markers.application]],
    [/^token$/i, [token.id, token.secret]],
    [/^(query|search|nameprefix)$/i, [markers.flag.slice(0, 4)]],
  ]
  return (path: string, usual: Words): Words => {
    const rowsOf = (text: string) => rows.filter(([pattern]) => pattern.test(text)).map(([, id]) => id)
    return (field) => {
      const found = addresses.find(([pattern]) => pattern.test(field))?.[1]
      if (found) return found
      if (!/id$|^(segments|requests?)$/i.test(field)) return usual(field)
      const own = rowsOf(field)
      const ids = own.length > 0 ? own : rowsOf(path)
      return ids.length > 0 ? ids : rows.map(([, id]) => id)
    }
  }
}
