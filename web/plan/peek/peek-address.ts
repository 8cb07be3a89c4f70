/** The item that the panel beside a list shows. */
export interface Peeked {
  /** Full path of its project or group. */
  readonly namespace: string
  readonly iid: number
}

/** The word of the address that names it. */
export const peekWord = 'peek'

const pathShape = /^\/(?:groups\/)?(.+?)\/-\/(?:issues(?:\/incident)?|work_items|epics)\/(\d{1,9})$/

/** The issue or epic at a path of the site; null at others. */
export function peekedAt(path: string): Peeked | null {
  const [, namespace, iid] = pathShape.exec(path) ?? []
  return namespace === undefined ? null : { namespace: decodeURI(namespace), iid: Number(iid) }
}

/** The item as the address names it: `204` in the project or group of the page, `weft/loom/204` in another one. */
export const peekWordOf = ({ namespace, iid }: Peeked, here: string): string =>
  namespace === here ? String(iid) : `${namespace}/${iid}`

/** The item that such a word names; null if it names none. */
export function peekedIn(word: unknown, here: string): Peeked | null {
  const [, namespace = here, iid] = (typeof word === 'string' && /^(?:(.+)\/)?(\d{1,9})$/.exec(word)) || []
  return iid === undefined ? null : { namespace, iid: Number(iid) }
}
