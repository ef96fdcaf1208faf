import type { EnvironmentPermission } from '@flagstaff/contract/permissions'
import { Kbd } from '@mantine/core'
import { type Icon, IconShieldFilled } from '@tabler/icons-react'
import { type Reviewed, useReviews } from '../../../lib/reviews.ts'
import { MenuAction } from '../../../ui/MenuAction.tsx'
import classes from './Card.module.css'

type ItemProps = {
  label: string
  icon: Icon
  needs: EnvironmentPermission
  at: { project: string; environment: Reviewed }
  /** Affects production: shown by icon, colour and name. */
  production?: boolean
  danger?: boolean
  hint?: string
  run: () => void
}

export function RuleMenuItem({ label, icon: Glyph, needs, at, production, danger, hint, run }: ItemProps) {
  const { refusal } = useReviews(at.project)(at.environment, needs)
  return (
    <MenuAction
      icon={<Glyph size={14} stroke={1.75} />}
      why={refusal}
      danger={danger ?? false}
      aside={
        production ? <IconShieldFilled size={14} className={classes.shield} /> : hint && <Kbd>{hint}</Kbd>
      }
      onClick={run}
    >
      {label}
    </MenuAction>
  )
}
