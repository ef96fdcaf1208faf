import { slice as code } from './changes/code/slice.ts'
import { slice as compare } from './changes/compare/slice.ts'
import { slice as freezes } from './changes/freezes/slice.ts'
import { slice as guards } from './changes/guards/slice.ts'
import { slice as manifest } from './changes/manifest/slice.ts'
import { slice as moving } from './changes/moving/slice.ts'
import { slice as radius } from './changes/radius/slice.ts'
import { slice as requests } from './changes/requests/slice.ts'
import { slice as templates } from './changes/templates/slice.ts'
import { slice as transfer } from './changes/transfer/slice.ts'
import { slice as delivery } from './delivery/slice.ts'
import { slice as flags } from './flags/slice.ts'
import { slice as accessReport } from './insight/access-report/slice.ts'
import { slice as applications } from './insight/applications/slice.ts'
import { slice as comments } from './insight/comments/slice.ts'
import { slice as events } from './insight/events/slice.ts'
import { slice as favorites } from './insight/favorites/slice.ts'
import { slice as home } from './insight/home/slice.ts'
import { slice as insights } from './insight/insights/slice.ts'
import { slice as live } from './insight/live/slice.ts'
import { slice as notifications } from './insight/notifications/slice.ts'
import { slice as playground } from './insight/playground/slice.ts'
import { slice as receipts } from './insight/receipts/slice.ts'
import { slice as references } from './insight/references/slice.ts'
import { slice as search } from './insight/search/slice.ts'
import { slice as traffic } from './insight/traffic/slice.ts'
import { slice as usage } from './insight/usage/slice.ts'
import { slice as views } from './insight/views/slice.ts'
import { slice as watching } from './insight/watching/slice.ts'
import { slice as whatChanged } from './insight/what-changed/slice.ts'
import { slice as instance } from './instance/slice.ts'
import { slice as integrations } from './outside/integrations/slice.ts'
import { slice as mcp } from './outside/mcp/slice.ts'
import { slice as signals } from './outside/signals/slice.ts'
import { slice as access } from './people/access/slice.ts'
import { slice as auth } from './people/auth/slice.ts'
import { slice as device } from './people/device/slice.ts'
import { slice as mail } from './people/mail/slice.ts'
import { slice as scim } from './people/scim/slice.ts'
import { slice as sso } from './people/sso/slice.ts'
import { slice as tokens } from './people/tokens/slice.ts'
import { slice as users } from './people/users/slice.ts'
import type { Slice } from './platform/manifest.ts'
import { slice as constraints } from './setup/constraints/slice.ts'
import { slice as context } from './setup/context/slice.ts'
import { slice as environments } from './setup/environments/slice.ts'
import { slice as projects } from './setup/projects/slice.ts'
import { slice as segments } from './setup/segments/slice.ts'
import { slice as strategies } from './setup/strategies/slice.ts'
import { slice as tags } from './setup/tags/slice.ts'

/**
 * All slices, by folder. A slice may import only slices above it; `.dependency-cruiser.cjs` reads the order from here.
 */
export const slices = {
  'people/access': access,
  'people/mail': mail,
  'people/tokens': tokens,
  'people/auth': auth,
  'people/device': device,
  'people/users': users,
  'people/sso': sso,
  'people/scim': scim,
  'setup/context': context,
  'setup/constraints': constraints,
  'setup/environments': environments,
  'setup/strategies': strategies,
  'setup/tags': tags,
  'setup/projects': projects,
  'setup/segments': segments,
  flags,
  'changes/templates': templates,
  'changes/transfer': transfer,
  'changes/manifest': manifest,
  'changes/compare': compare,
  'changes/moving': moving,
  'changes/freezes': freezes,
  'changes/requests': requests,
  'changes/code': code,
  'insight/events': events,
  'insight/usage': usage,
  'changes/guards': guards,
  'insight/applications': applications,
  'insight/search': search,
  'insight/views': views,
  'insight/favorites': favorites,
  'insight/watching': watching,
  'insight/comments': comments,
  'insight/references': references,
  'insight/traffic': traffic,
  'insight/receipts': receipts,
  'insight/insights': insights,
  'insight/access-report': accessReport,
  'insight/home': home,
  'outside/integrations': integrations,
  'outside/signals': signals,
  'insight/playground': playground,
  'insight/what-changed': whatChanged,
  'insight/notifications': notifications,
  'insight/live': live,
  delivery,
  'outside/mcp': mcp,
  instance,
  'changes/radius': radius,
} satisfies Record<string, Slice>
