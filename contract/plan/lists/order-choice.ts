/** The lists whose order a browser remembers. */
export type OrderedList = 'issue' | 'incident' | 'request'

/** The beginning of the choices of a browser that hold the order of a list, such as `issues-by-due-date-asc`. See `contract/reader.ts`. */
export const orderChoices = (list: OrderedList): string => `${list}s-by-`

export const orderChoice = (list: OrderedList, orderBy: string, sort: 'asc' | 'desc'): string =>
  `${orderChoices(list)}${orderBy.replaceAll('_', '-')}-${sort}`

/** The order that was last chosen in a browser, as the parameters of the list's URL; null if none was. */
export function chosenOrder(
  list: OrderedList,
  choices: readonly string[],
): { readonly order_by: string; readonly sort: string } | null {
  const choice = choices.find(each => each.startsWith(orderChoices(list))) ?? ''
  const [, orderBy = '', sort = ''] = /^[a-z]+-by-([a-z-]+)-(asc|desc)$/.exec(choice) ?? []
  return orderBy === '' ? null : { order_by: orderBy.replaceAll('-', '_'), sort }
}
