import { Tabs } from '@mantine/core'
import { useState } from 'react'
import { t } from '../messages/en.ts'
import { CopyIcon } from './Copy.tsx'
import { highlight } from './highlight.ts'
import classes from './Snippets.module.css'

/** The same code in several languages. */
export type SnippetText = { language: string; code: string }

export function Snippets({ snippets, label }: { snippets: readonly SnippetText[]; label: string }) {
  const [chosen, setChosen] = useState(snippets[0]?.language ?? '')
  const shown = snippets.find(({ language }) => language === chosen) ?? snippets[0]
  if (!shown) return null
  return (
    <Tabs
      value={shown.language}
      onChange={(value) => setChosen(value ?? '')}
      className={classes.snippets}
      keepMounted={false}
    >
      <Tabs.List aria-label={label}>
        {snippets.map(({ language }) => (
          <Tabs.Tab key={language} value={language}>
            {language}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={shown.language} className={classes.panel}>
        <CopyIcon
          text={shown.code}
          what={t('snippet.name', { language: shown.language })}
          className={classes.copy ?? ''}
        />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines must be scrollable by keyboard */}
        <pre tabIndex={0}>
          {highlight(shown.code).map(({ text, tone }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never move
            <span key={index} data-tone={tone}>
              {text}
            </span>
          ))}
        </pre>
      </Tabs.Panel>
    </Tabs>
  )
}
