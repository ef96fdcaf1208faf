import { t } from './messages.ts'
import classes from './strategies.module.css'

export const Deprecated = () => <span className={classes.deprecated}>{t('strategies.deprecated')}</span>
