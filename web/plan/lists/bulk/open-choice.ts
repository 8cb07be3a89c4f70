/** The button of the bulk bar that changes a field. */
export const bulkButton = (name: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-bulk="${name}"]`)

/**
 * Open a choice of the bulk bar as a press does: with the focus on its button.
 *
 * @param home  takes the focus when the choice closes
 */
export function openBulkChoice(name: string, home: HTMLElement | null): void {
  const button = bulkButton(name)
  // The bar stays in sight while the list scrolls, and its own place may be far below.
  button?.focus({ preventScroll: true })
  button?.click()
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof Element && target.closest('[popover]')) return
    document.removeEventListener('focusin', onFocus)
    // Once everyone has been told of this focus: the list would take it for one that came after that of its row.
    if (target === button) requestAnimationFrame(() => home?.focus({ preventScroll: true }))
  }
  document.addEventListener('focusin', onFocus)
}
