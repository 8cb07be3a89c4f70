/** Focus a field that a key leads to; Escape in it returns the focus. */
export function visitField(field: HTMLElement | null): void {
  if (field === null) return
  const from = document.activeElement
  field.focus()
  const visit = new AbortController()
  const { signal } = visit
  field.addEventListener('blur', () => visit.abort(), { signal })
  // The listener runs after the handlers of the field: Escape may close its list of suggestions first.
  document.addEventListener(
    'keydown',
    event => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      if (from instanceof HTMLElement && from !== document.body && from.isConnected) from.focus()
      else field.blur()
    },
    { signal },
  )
}
