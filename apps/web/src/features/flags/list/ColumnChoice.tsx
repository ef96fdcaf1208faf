import { ActionIcon, Button, Checkbox, Popover, Tooltip } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { environmentList } from '../../../lib/session.ts'
import { Environment, isProduction } from '../../../ui/Environment.tsx'
import classes from './Filters.module.css'
import { type Hideable, useHiddenColumns } from './hiddenColumns.ts'
import { optionalColumns } from './layout.ts'
import { t } from './messages.ts'

/** Selects the columns of the table. Production is always shown. */
export function ColumnChoice() {
  const [open, setOpen] = useState(false)
  const { data: environments } = useSuspenseQuery(environmentList)
  const { hidden, setHidden, showAll } = useHiddenColumns()
  const box = (column: Hideable) => ({
    checked: !hidden.has(column),
    onChange: () => setHidden(column, !hidden.has(column)),
  })
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Tooltip label={t('columns.title')}>
          <ActionIcon
            aria-label={t('columns.title')}
            className={classes.columns ?? ''}
            onClick={() => setOpen(!open)}
          >
            <IconColumns3 size={16} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('columns.title')}>
        <div className={classes.columnList}>
          {optionalColumns.map((column) => (
            <Checkbox key={column} label={t(`column.${column}`)} {...box(column)} />
          ))}
          {environments
            .filter(({ enabled }) => enabled)
            .map(({ name, type }) =>
              isProduction(type) ? (
                <Checkbox
                  key={name}
                  label={<Environment name={name} type={type} />}
                  description={t('columns.production')}
                  checked
                  disabled
                  readOnly
                />
              ) : (
                <Checkbox
                  key={name}
                  label={<Environment name={name} type={type} />}
                  {...box(`environment:${name}`)}
                />
              ),
            )}
        </div>
        <p className="faint small">{t('columns.room')}</p>
        {hidden.size > 0 && (
          <Button variant="subtle" onClick={showAll}>
            {t('columns.all')}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
