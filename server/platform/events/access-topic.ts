/** What a change of rights is about. `site`: more than can be named. */
type Scope = { readonly kind: 'user' | 'issue' | 'namespace'; readonly id: number } | { readonly kind: 'site' }

/**
 * The topic that tells that somebody may know of more or less than before. Whatever changes a role, a visibility, the level of
 * a feature, or who may read an item names it beside the topics of its pages: each open socket of every process then asks
 * again what it may listen to. No page can subscribe to it.
 *
 * @param id  of the person whose rights changed, of the item, or of the group or project with everything below it
 */
export const accessTopic = (kind: 'user' | 'issue' | 'namespace', id: number): string => `access:${kind}:${id}`

/** The one for changes that concern more than can be named. */
export const accessEverywhere = 'access:site'

/** The scope that a topic names; null when it is another kind of topic. */
export function accessScope(topic: string): Scope | null {
  const [prefix, kind, id] = topic.split(':')
  if (prefix !== 'access') return null
  return kind === 'user' || kind === 'issue' || kind === 'namespace' ? { kind, id: Number(id) } : { kind: 'site' }
}
