/** Focus the page heading, which screen readers then announce. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (heading === null) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
