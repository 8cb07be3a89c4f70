/** The sign before a number of a kind. @source RELATED-010 */
export const prefixes = { issue: '#', epic: '&', merge_request: '!' } as const

export type ReferenceKind = keyof typeof prefixes

/** Words as they are typed, whole references of one kind. @source RELATED-009, RELATED-010 */
export function splitReferences(text: string, kind: ReferenceKind = 'issue'): readonly string[] {
  return text
    .split(/[\s,]+/)
    .filter(word => word !== '')
    .map(word => (/^\d+$/.test(word) ? `${prefixes[kind]}${word}` : word))
}

/** Each stands once, where it was named first. @source RELATED-011 */
export const together = (pending: readonly string[], more: readonly string[]): readonly string[] => [
  ...new Set([...pending, ...more]),
]

/** Whether a word can only be a reference: any other text is searched for in titles. */
export const isReference = (word: string, kind: ReferenceKind = 'issue'): boolean =>
  new RegExp(`^(?:[\\w./-]*${prefixes[kind]})?\\d+$`).test(word) ||
  /^GL-\d+$/.test(word) ||
  /^https?:\/\/\S+$/.test(word) ||
  /^\[\w+:\S+\]$/.test(word)

/**
 * Take the references out of a text that is being typed.
 *
 * @param isDone  the last word is whole, too, and everything counts as a reference
 * @returns what was taken, and the text that stays in the field
 */
export function takeReferences(
  text: string,
  isDone: boolean,
  kind: ReferenceKind = 'issue',
): { readonly taken: readonly string[]; readonly rest: string } {
  if (isDone) return { taken: splitReferences(text, kind), rest: '' }
  const words = text.split(/(?<=[\s,])/)
  const last = words.at(-1) ?? ''
  const whole = /[\s,]$/.test(last) ? words : words.slice(0, -1)
  const taken = whole.filter(word => isReference(word.replace(/[\s,]+$/, ''), kind))
  return { taken: splitReferences(taken.join(' '), kind), rest: words.filter(word => !taken.includes(word)).join('') }
}

interface Surroundings {
  /** Full path of the project. */
  readonly namespace: string
  readonly origin: string
}

/** The issue of this site that a reference or URL names, by the path of its project; null for other texts. */
export function issueNamed(
  text: string,
  { namespace, origin }: Surroundings,
): { readonly namespace: string; readonly iid: number } | null {
  const bare = text.startsWith(`${origin}/`) ? text.slice(origin.length + 1) : text
  const [, path = '', iid] =
    /^([\w./-]*)#(\d+)$/.exec(bare) ?? /^([\w./-]+)\/-\/(?:issues|work_items|issues\/incident)\/(\d+)$/.exec(bare) ?? []
  if (iid === undefined) return null
  const group = namespace.slice(0, namespace.lastIndexOf('/') + 1)
  return { namespace: path === '' ? namespace : path.includes('/') ? path : `${group}${path}`, iid: Number(iid) }
}
