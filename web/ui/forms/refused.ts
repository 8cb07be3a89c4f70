/**
 * Whether a form holds a text that its field refuses: the field then shows the reason and takes the focus. The form
 * would otherwise save an older value.
 */
export function holdsRefused(form: HTMLElement | null): boolean {
  const field = form?.querySelector<HTMLElement>('[data-refused]') ?? null
  field?.focus()
  return field !== null
}
