import type { AccessRow } from '@flagstaff/contract/access-report'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import type { Column } from '../../../ui/List.tsx'
import classes from './accessReport.module.css'
import { t } from './messages.ts'

const answers = ['change', 'approve', 'apply', 'skip', 'unprotect'] as const

export const columns: Column<AccessRow>[] = [
  {
    key: 'account',
    label: t('account'),
    cell: ({ kind, name, login, ...row }) => (
      <>
        <b title={login ?? undefined}>{name}</b>
        {kind !== 'user' && <span className={classes.kind}>{t(`kind.${kind}`)}</span>}
        <div className={classes.narrow}>
          {answers
            .filter((answer) => row[answer])
            .map((answer) => t(answer))
            .join(', ')}
        </div>
      </>
    ),
  },
  {
    key: 'place',
    label: t('place'),
    cell: ({ project, environment, reviewed }) => (
      <>
        {project} · {environment}
        {reviewed && <span className={classes.kind}>{t('reviewed')}</span>}
      </>
    ),
  },
  ...answers.map(
    (answer): Column<AccessRow> => ({
      key: answer,
      label: t(answer),
      width: answer === 'skip' || answer === 'unprotect' ? 104 : 80,
      wide: true,
      cell: (row) => <Answer yes={row[answer]} />,
    }),
  ),
  {
    key: 'through',
    label: t('through'),
    wide: true,
    cell: ({ through, permissions }) => (
      <span className="dim" title={permissions.join(', ')}>
        {through.map(({ role, group }) => (group === null ? role : t('group', { role, group }))).join(', ')}
      </span>
    ),
  },
]

const Answer = ({ yes }: { yes: boolean }) => (
  <>
    {yes ? (
      <IconCheck size={15} stroke={2} aria-hidden />
    ) : (
      <IconMinus size={15} stroke={1.5} aria-hidden className={classes.no} />
    )}
    <span className="hidden">{t(yes ? 'yes' : 'no')}</span>
  </>
)
