import type { ReleaseTemplate } from '@flagstaff/contract/release-templates'
import { Link } from '@tanstack/react-router'
import { type Column, Rows } from '../../../ui/List.tsx'
import { t } from './messages.ts'
import { previewOf } from './steps.ts'
import { TemplateMenu } from './TemplateMenu.tsx'
import { Track } from './Track.tsx'
import classes from './templates.module.css'

export const TemplateTable = ({ templates }: { templates: readonly ReleaseTemplate[] }) => (
  <Rows rows={templates} columns={columns()} keyOf={({ id }) => id} label={t('templates.title')} />
)

const Milestones = ({ name, milestones = [] }: ReleaseTemplate) =>
  milestones.length === 0 ? (
    <span className="faint">{t('templates.none')}</span>
  ) : (
    <Track steps={previewOf(milestones)} label={name} />
  )

const columns = (): Column<ReleaseTemplate>[] => [
  {
    key: 'name',
    label: t('templates.name'),
    cell: (template) => (
      <>
        <Link to="/release-templates/edit/$id" params={{ id: template.id }} className="link">
          <b>{template.name}</b>
        </Link>
        {template.description && <div className="faint small">{template.description}</div>}
        {/* On phones, the column of the track is hidden. */}
        <div className={classes.narrow}>
          <Milestones {...template} />
        </div>
      </>
    ),
  },
  {
    key: 'milestones',
    label: t('templates.milestones'),
    wide: true,
    cell: (template) => (
      <div className={classes.preview}>
        <Milestones {...template} />
      </div>
    ),
  },
  {
    key: 'used',
    label: t('templates.used'),
    width: 112,
    wide: true,
    cell: ({ usedInFeatures = 0 }) => (
      <span className="dim num">
        {usedInFeatures > 0 ? t('templates.usedBy', { count: usedInFeatures }) : t('templates.unused')}
      </span>
    ),
  },
  {
    key: 'actions',
    label: '',
    width: 60,
    align: 'right',
    cell: (template) => <TemplateMenu template={template} />,
  },
]
