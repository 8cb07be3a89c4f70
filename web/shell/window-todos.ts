/**
 * Tell the number of to-dos in the title of the window, before that of each page, and by a dot on its icon.
 *
 * @returns the function that stops it
 */
export function tellTodos(count: number): () => void {
  const prefix = count > 0 ? `(${count}) ` : ''
  const tell = () => {
    const title = prefix + document.title.replace(/^\(\d+\) /, '')
    if (document.title !== title) document.title = title
  }
  tell()
  document.querySelector('link[rel=icon]')?.setAttribute('href', `/favicon${count > 0 ? '-todos' : ''}.svg`)
  // Pages set their titles by themselves.
  const titles = new MutationObserver(tell)
  titles.observe(document.head, { childList: true, characterData: true, subtree: true })
  return () => titles.disconnect()
}
