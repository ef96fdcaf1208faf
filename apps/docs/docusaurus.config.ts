import { existsSync } from 'node:fs'
import type { Config } from '@docusaurus/types'
import { version } from './package.json'
import { accessibility } from './tools/accessibility.mts'
import { alertFile, DEFAULT_URL } from './tools/alerts.mts'
import { markdownPages } from './tools/llms.mts'
import { pictures } from './tools/pictures.mts'
import { alsoKnownAs, redirects } from './tools/redirects.mts'
import { tablesAsHtml } from './tools/tables-as-html.mts'

// In a shallow clone, every page would have the date of the last commit.
const hasHistory = existsSync('../../.git') && !existsSync('../../.git/shallow')

const baseUrl = process.env.DOCS_BASE_PATH ?? '/'
/** Where pages can be edited, such as `https://git.example.com/flagstaff/edit/main/apps/docs/docs`. */
const editUrl = process.env.DOCS_EDIT_URL
const isGenerated = (page: string) => page.startsWith('reference/api/')

// Everything the site needs is in the build: no fonts, scripts, search service or analytics from elsewhere.
const config: Config = {
  title: 'Flagstaff',
  tagline: 'An open-source feature-flag platform that you host yourself and that works with Unleash SDKs.',
  url: process.env.DOCS_URL ?? DEFAULT_URL,
  baseUrl,
  favicon: 'logo.svg',
  onBrokenLinks: 'throw',
  onBrokenAnchors: 'throw',
  future: { v4: true, faster: true },
  // `.md` is plain Markdown, in which braces and angle brackets mean nothing; `.mdx` may include tables.
  markdown: { format: 'detect', hooks: { onBrokenMarkdownLinks: 'throw', onBrokenMarkdownImages: 'throw' } },
  plugins: [
    [
      '@docusaurus/plugin-content-docs',
      {
        routeBasePath: '/',
        sidebarPath: './sidebars.ts',
        breadcrumbs: true,
        showLastUpdateTime: hasHistory,
        editUrl: ({ docPath }: { docPath: string }) =>
          editUrl && !isGenerated(docPath) ? `${editUrl}/${docPath}` : undefined,
        beforeDefaultRemarkPlugins: [[pictures, { baseUrl }]],
        rehypePlugins: [accessibility, tablesAsHtml],
      },
    ],
    ['@docusaurus/plugin-client-redirects', { redirects, createRedirects: alsoKnownAs }],
    markdownPages,
    alertFile,
  ],
  clientModules: ['./src/scrolling-tables.ts'],
  themes: [
    [
      '@docusaurus/theme-classic',
      { customCss: ['./src/css/site.css', './src/css/code.css', './src/css/landing.css'] },
    ],
    [
      '@easyops-cn/docusaurus-search-local',
      {
        indexBlog: false,
        docsRouteBasePath: '/',
        hashed: true,
        searchBarShortcutHint: false,
        explicitSearchResultPath: true,
        searchResultLimits: 10,
        // The operations of the API are found by their titles: the tables below them would double the index.
        ignoreCssSelectors: ['table', 'pre'].map((tag) => `[class*='docs-doc-id-reference/api/'] ${tag}`),
      },
    ],
  ],
  themeConfig: {
    colorMode: { respectPrefersColorScheme: true },
    navbar: {
      title: 'Flagstaff',
      logo: { alt: '', src: 'logo.svg', srcDark: 'logo-dark.svg' },
      items: [
        { type: 'doc', docId: 'quickstart', label: 'Get started' },
        { type: 'docSidebar', sidebarId: 'guides', label: 'Guides' },
        { type: 'docSidebar', sidebarId: 'concepts', label: 'Concepts' },
        { type: 'docSidebar', sidebarId: 'sdks', label: 'SDKs' },
        { type: 'docSidebar', sidebarId: 'reference', label: 'Reference' },
        { type: 'docSidebar', sidebarId: 'operate', label: 'Operate' },
        { type: 'docSidebar', sidebarId: 'academy', label: 'Academy' },
        { to: '/contributing', label: 'Contributing', position: 'right' },
        { type: 'html', position: 'right', value: `v${version}`, className: 'navbar-version' },
      ],
    },
    // `code.css` has the colours: in style attributes, they would be a tenth of the HTML.
    prism: { theme: { plain: {}, styles: [] }, additionalLanguages: ['bash', 'json', 'ini'] },
    docs: { sidebar: { hideable: true, autoCollapseCategories: true } },
  },
}

export default config
