import type { PrismTheme } from 'prism-react-renderer'

/** Code in the light theme. Every colour has a contrast of at least 4.5 on the background. */
export const lightCode: PrismTheme = {
  plain: { color: '#1b2327', backgroundColor: '#f6f8fa' },
  styles: [
    { types: ['comment', 'prolog', 'doctype', 'cdata'], style: { color: '#566269', fontStyle: 'italic' } },
    { types: ['string', 'attr-value', 'char', 'inserted'], style: { color: '#0a5b76' } },
    { types: ['keyword', 'atrule', 'selector', 'deleted', 'boolean'], style: { color: '#9a2f1f' } },
    { types: ['function', 'class-name', 'tag', 'builtin'], style: { color: '#5b3a9e' } },
    {
      types: ['number', 'constant', 'variable', 'symbol', 'attr-name', 'property'],
      style: { color: '#7a4a00' },
    },
  ],
}
