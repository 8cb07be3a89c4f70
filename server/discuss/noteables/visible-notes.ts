import { type RawBuilder, sql } from 'kysely'
import { isAdmin, type NamespaceFacts } from '#server/access/facts.ts'
import { hasRole, levelSql } from '#server/access/levels.ts'
import { type KnownNamespace, visibleCode, visibleIssuables } from '#server/access/visible.ts'
import type { Actor } from '#server/context.ts'

/**
 * SQL condition for the notes that an actor can see, on issuables that they may read: no internal notes below planner, and no
 * system notes that mention an issuable they may not read, or a commit of code they may not read.
 *
 * @param alias  of `notes`
 * @param within  the namespace when it is read already: the condition is much cheaper then
 */
export function visibleNotes(
  actor: Actor,
  alias: string,
  within: NamespaceFacts | KnownNamespace | null,
): RawBuilder<boolean> {
  if (isAdmin(actor)) return sql<boolean>`true`
  const n = (column: string) => sql.ref(`${alias}.${column}`)
  const open = sql<boolean>`not ${n('internal')}`
  const internal =
    actor.kind === 'anonymous'
      ? open
      : within === null
        ? sql<boolean>`(${open} or access_level_of(${actor.id}, (select ns.ancestor_ids from namespaces ns where ns.id = ${n('namespace_id')})) >= ${levelSql('planner')})`
        : 'alias' in within
          ? sql<boolean>`(${open} or ${sql.ref(`${within.alias}.level`)} >= ${levelSql('planner')})`
          : hasRole(actor, within, 'planner')
            ? sql<boolean>`true`
            : open
  return sql<boolean>`(${internal} and case when not ${n('system')} or ${n('system_details')} is null then true
    when ${n('system_details')} ? 'sourceId' then exists (
      select 1 from issuables src where src.id = (${n('system_details')}->>'sourceId')::bigint and ${visibleIssuables(actor, 'src')})
    when ${n('system_details')} ? 'commitProjectId' then exists (select 1 from namespaces scn join projects scp on scp.id = scn.id
      where scn.id = (${n('system_details')}->>'commitProjectId')::bigint and ${visibleCode(actor, 'scn', 'scp')})
    else true end)`
}
