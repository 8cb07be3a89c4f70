/** Move the focus along some links of the page, as the arrows do in a list: from none to the first, or the last. */
export function moveFocus(selector: string, by: 1 | -1): void {
  const links = [...document.querySelectorAll(`main ${selector}`)]
  const at = document.activeElement === null ? -1 : links.indexOf(document.activeElement)
  const next = at < 0 ? (by > 0 ? 0 : links.length - 1) : Math.max(0, Math.min(at + by, links.length - 1))
  const link = links[next]
  if (link instanceof HTMLElement) link.focus()
}
