/**
 * Whether a form holds a text that its field refuses: the field then says why, and takes the focus. What a form saves
 * instead would be an older value.
 */
export function holdsRefused(form: HTMLElement | null): boolean {
  const field = form?.querySelector<HTMLElement>('[data-refused]') ?? null
  field?.focus()
  return field !== null
}
