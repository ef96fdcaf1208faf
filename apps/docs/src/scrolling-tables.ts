// A table that is wider than the page scrolls. Some browsers let a keyboard do that only if it can be focused.

const observer =
  typeof ResizeObserver === 'undefined'
    ? undefined
    : new ResizeObserver((entries) => {
        for (const { target } of entries) {
          if (target.scrollWidth > target.clientWidth) target.setAttribute('tabindex', '0')
          else target.removeAttribute('tabindex')
        }
      })

export function onRouteDidUpdate() {
  observer?.disconnect()
  for (const table of document.querySelectorAll('.markdown table')) observer?.observe(table)
}
