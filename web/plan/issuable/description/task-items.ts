/** The items of the list that an item is in, in their order. */
export const siblingsOf = (item: Element): readonly HTMLElement[] =>
  [...(item.parentElement?.children ?? [])].filter(
    (each): each is HTMLElement => each instanceof HTMLElement && each.classList.contains('task-list-item'),
  )

/** The text of an item, without what is nested in it. */
export function textOf(item: Element): string {
  const copy = item.cloneNode(true) as Element
  for (const part of copy.querySelectorAll('ul, ol, button, input')) part.remove()
  for (const formula of copy.querySelectorAll<HTMLElement>('[data-math-source]'))
    formula.textContent = `$\`${formula.dataset.mathSource}\`$`
  return (copy.textContent ?? '').replace(/\s+/g, ' ').trim()
}
