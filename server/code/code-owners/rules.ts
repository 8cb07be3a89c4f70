import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Oid } from '#server/platform/git/objects.ts'
import { entriesFor } from './owned-by.ts'
import type { OwnedPattern, Owners } from './parse.ts'
import { findCodeOwners, pathsChanged, readCodeOwners } from './read.ts'

/** The entries of the CODEOWNERS file of a target branch for the files of a merge request. */
export interface OwnedChange {
  /** The blob of the file; null where the branch has none. */
  readonly blobId: Oid | null
  readonly entries: readonly OwnedPattern[]
}

/** If there are more entries, those of a section with the same owners are one rule: its approval means the same. */
const maxSeparateRules = 50

/**
 * Find the entries of CODEOWNERS that decide about a change.
 *
 * @param target  the head of the target branch, whose file counts
 * @param change  the commits that are compared
 */
export async function ownedChange(
  dir: string,
  target: Oid,
  change: { readonly from: Oid; readonly to: Oid },
): Promise<OwnedChange> {
  const found = await findCodeOwners(dir, target)
  if (found === null) return { blobId: null, entries: [] }
  const file = await readCodeOwners(dir, found.blobId)
  if (file.entries.length === 0) return { blobId: found.blobId, entries: [] }
  const entries = await entriesFor(file, await pathsChanged(dir, change.from, change.to))
  return { blobId: found.blobId, entries: [...new Set(rulesOf(entries).values())] }
}

/** The entry that stands for each entry of a change as its rule. @param entries  of one file */
export function rulesOf(entries: readonly OwnedPattern[]): ReadonlyMap<OwnedPattern, OwnedPattern> {
  if (entries.length <= maxSeparateRules) return new Map(entries.map(entry => [entry, entry]))
  // The same owners in one file are one object.
  const numbers = new Map<Owners, number>()
  const first = new Map<string, OwnedPattern>()
  return new Map(
    entries.map(entry => {
      const number = numbers.get(entry.owners) ?? numbers.size
      numbers.set(entry.owners, number)
      const key = JSON.stringify([entry.section, entry.approvals, number])
      const rule = first.get(key) ?? entry
      first.set(key, rule)
      return [entry, rule]
    }),
  )
}

/**
 * Store the approval rules that follow from CODEOWNERS for a merge request, in place of the former ones. Everyone whom a line names, now
 * or later, is an approver (`resolve_code_owners`); whether they count is decided when the rules are read.
 *
 * @returns whether anything changed
 */
export async function storeCodeOwnerRules(
  ctx: Context,
  mergeRequest: { readonly id: number; readonly namespaceId: number },
  { blobId, entries }: OwnedChange,
): Promise<boolean> {
  const before = await sql<{ before: string | null; hasRules: boolean }>`
    with changed as (update merge_requests set code_owners_blob = ${blobId}
      where id = ${mergeRequest.id} and code_owners_blob is distinct from ${blobId}::text)
    select mr.code_owners_blob as before,
      exists (select 1 from approval_rules r where r.merge_request_id = mr.id and r.rule_type = 'code_owner') as has_rules
    from merge_requests mr where mr.id = ${mergeRequest.id}`.execute(ctx.db)
  if (entries.length === 0 && before.rows[0]?.hasRules !== true) return false
  const given = JSON.stringify(
    // Two lines of one section with the same pattern: the last one decides about every file.
    [...new Map(entries.map(entry => [JSON.stringify([entry.section, entry.pattern]), entry])).values()].map(
      ({ section, pattern, approvals, owners: { names, emails, roles } }) => ({
        section,
        name: pattern,
        approvals,
        names,
        emails,
        roles,
      }),
    ),
  )
  const wanted = sql`jsonb_to_recordset(${given}::jsonb) as g(section text, name text, approvals integer, names text[], emails text[], roles smallint[])`
  const isIt = sql`r.merge_request_id = ${mergeRequest.id} and r.rule_type = 'code_owner'`
  const isWanted = sql`r.section = g.section and r.name = g.name`
  const rules = await sql`
    with gone as (delete from approval_rules r where ${isIt} and not exists (select 1 from ${wanted} where ${isWanted}) returning 1),
      changed as (update approval_rules r set approvals_required = g.approvals, owner_roles = g.roles from ${wanted}
        where ${isIt} and ${isWanted} and (r.approvals_required, r.owner_roles) is distinct from (g.approvals, g.roles) returning 1),
      made as (insert into approval_rules (namespace_id, merge_request_id, name, rule_type, section, approvals_required, owner_roles, created_at)
        select ${mergeRequest.namespaceId}, ${mergeRequest.id}, g.name, 'code_owner', g.section, g.approvals, g.roles, ${ctx.now}::timestamptz
        from ${wanted} where not exists (select 1 from approval_rules r where ${isIt} and ${isWanted}) returning 1)
    select 1 from gone union all select 1 from changed union all select 1 from made`.execute(ctx.db)
  const words = await sql`
    with named as (select distinct r.id as rule_id, owner.word from approval_rules r join ${wanted} on ${isIt} and ${isWanted}
        cross join lateral unnest(g.names || g.emails) owner(word)),
      gone as (delete from code_owner_words w using approval_rules r where r.id = w.rule_id and ${isIt}
        and not exists (select 1 from named where named.rule_id = w.rule_id and named.word = w.word) returning 1),
      made as (insert into code_owner_words (rule_id, word) select rule_id, word from named on conflict do nothing returning 1)
    select 1 from gone union all select 1 from made limit 1`.execute(ctx.db)
  if (words.rows.length > 0)
    await sql`select resolve_code_owners(array(select r.id from approval_rules r where ${isIt}))`.execute(ctx.db)
  return rules.rows.length + words.rows.length > 0
}
