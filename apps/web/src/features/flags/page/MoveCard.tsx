import { Button } from '@mantine/core'
import { IconFolderSymlink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useCan } from '../../../lib/session.ts'
import { Refused } from '../../../ui/Refused.tsx'
import { SettingsCard } from '../../../ui/Settings.tsx'
import { projectOverview } from '../../setup/projects/index.ts'
import { t } from '../move/messages.ts'
import { partOf } from './place.ts'
import type { Place } from './queries.ts'

const MoveFlags = lazy(() =>
  import('../move/MoveFlags.tsx').then((module) => ({ default: module.MoveFlags })),
)

/** The project of a flag, with a button to move it. */
export function MoveCard({ place }: { place: Place }) {
  const [moving, setMoving] = useState<boolean>()
  const navigate = useNavigate()
  const { data: project } = useQuery(projectOverview(place.project))
  const refusal = useCan('MOVE_FEATURE_TOGGLE', { project: place.project })
  return (
    <SettingsCard title={t('card.title')} text={t('card.text', { project: project?.name ?? place.project })}>
      <div>
        <Refused why={refusal}>
          <Button
            variant="default"
            leftSection={<IconFolderSymlink size={14} stroke={1.75} />}
            aria-disabled={refusal ? true : undefined}
            onClick={() => !refusal && setMoving(true)}
          >
            {t('card.do')}
          </Button>
        </Refused>
      </div>
      {moving !== undefined && (
        <Suspense>
          <MoveFlags
            opened={moving}
            project={place.project}
            flags={[place.flag]}
            onClose={() => setMoving(false)}
            onMoved={(target) => void navigate({ to: partOf({ ...place, project: target }, 'settings') })}
          />
        </Suspense>
      )}
    </SettingsCard>
  )
}
