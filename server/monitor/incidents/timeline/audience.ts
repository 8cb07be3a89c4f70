import { type RawBuilder, sql } from 'kysely'
import type { IssuableFacts } from '#server/access/facts.ts'
import { may } from '#server/access/may.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Actor } from '#server/context.ts'

/** The readers of an incident who see an event of its timeline, with the ability that tells them from others; null for all. */
const abilities = {
  readers: null,
  alerts: 'project:read-alerts',
  environments: 'project:read-environments',
  feature_flags: 'project:read-feature-flags',
  code: 'project:read-code',
} as const

/** An event says no more than its cause, which fewer people may know of than of the incident. */
export type Audience = keyof typeof abilities | 'planners'

/** The audiences that an actor belongs to, of an incident that they may read. */
export const audiencesOf = (actor: Actor, facts: IssuableFacts): readonly Audience[] => {
  const names = Object.keys(abilities) as (keyof typeof abilities)[]
  const held = names.filter(name => {
    const ability = abilities[name]
    return ability === null || may(actor, ability, facts.namespace)
  })
  return may(actor, 'issuable:read-internal-notes', facts) ? [...held, 'planners'] : held
}

/** SQL condition for the `timeline_events e` of an incident that an actor sees. */
export const visibleEvents = (actor: Actor, facts: IssuableFacts): RawBuilder<boolean> => sql<boolean>`(
  e.audience = any (${[...audiencesOf(actor, facts)]}::text[]) and (e.source_id is null or exists (
    select 1 from issuables source where source.id = e.source_id and ${visibleIssuables(actor, 'source')})))`
