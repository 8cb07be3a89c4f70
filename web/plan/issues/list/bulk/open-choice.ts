/**
 * Open a choice of the bulk bar, or do what its button does, as a press does: with the focus on it.
 *
 * @param home  takes the focus when the choice closes
 */
export function openBulkChoice(name: string, home: HTMLElement | null): void {
  const button = document.querySelector<HTMLElement>(`[data-bulk="${name}"]`)
  // The bar stays in sight while the list scrolls, and its own place may be far below.
  button?.focus({ preventScroll: true })
  button?.click()
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof Element && target.closest('[popover]')) return
    document.removeEventListener('focusin', onFocus)
    if (target === button) home?.focus({ preventScroll: true })
  }
  document.addEventListener('focusin', onFocus)
}
