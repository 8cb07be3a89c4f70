/** Choices of a browser that say how it sorts lists of issues, `issues-by-due-date-asc`. See `contract/reader.ts`. */
export const orderChoices = 'issues-by-'

export const orderChoice = (orderBy: string, sort: 'asc' | 'desc'): string =>
  `${orderChoices}${orderBy.replaceAll('_', '-')}-${sort}`

/** The order that was last chosen in a browser, as its list says it in the address; null if none was. */
export function chosenOrder(choices: readonly string[]): { readonly order_by: string; readonly sort: string } | null {
  const choice = choices.find(each => each.startsWith(orderChoices)) ?? ''
  const [, orderBy = '', sort = ''] = /^issues-by-([a-z-]+)-(asc|desc)$/.exec(choice) ?? []
  return orderBy === '' ? null : { order_by: orderBy.replaceAll('-', '_'), sort }
}
