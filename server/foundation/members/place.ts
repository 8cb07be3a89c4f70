import type { NamespaceFacts } from '#server/access/facts.ts'

/** A project or a group as far as its members go. */
export interface Place {
  readonly id: number
  readonly kind: 'project' | 'group'
  readonly ancestorIds: readonly number[]
  readonly facts: NamespaceFacts
}
