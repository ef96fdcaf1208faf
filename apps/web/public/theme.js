// Before the first paint: the theme this person chose, or the system's.
;(() => {
  const chosen = localStorage.getItem('flagstaff-theme')
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  document.documentElement.setAttribute(
    'data-density',
    localStorage.getItem('flagstaff-density') || 'comfortable',
  )
})()
