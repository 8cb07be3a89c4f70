/** The scope of a permission change. `site`: too many objects to name. */
type Scope = { readonly kind: 'user' | 'issue' | 'namespace'; readonly id: number } | { readonly kind: 'site' }

/**
 * Topic for changed permissions. Every change of a role, visibility, feature level or readers of an item must publish it beside its
 * page topics; all open sockets then authorize their subscriptions again. Pages cannot subscribe to it.
 *
 * @param id  the user, the item, or the group or project including everything below it
 */
export const accessTopic = (kind: 'user' | 'issue' | 'namespace', id: number): string => `access:${kind}:${id}`

/** The topic for changes that affect too many objects to name. */
export const accessEverywhere = 'access:site'

/** The scope of an access topic; null for any other topic. */
export function accessScope(topic: string): Scope | null {
  const [prefix, kind, id] = topic.split(':')
  if (prefix !== 'access') return null
  return kind === 'user' || kind === 'issue' || kind === 'namespace' ? { kind, id: Number(id) } : { kind: 'site' }
}
