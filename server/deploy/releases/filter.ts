import { type RawBuilder, sql } from 'kysely'
import { visibleCode, visibleReleases } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'

/**
 * A condition on `issuables i`: its milestone belongs to a release of its project that the actor may open.
 *
 * @param tags  of the releases; null for any
 */
export const releaseFilter = ({ actor }: Context, tags: readonly string[] | null): RawBuilder<unknown> => sql`exists (
  select 1 from release_milestones rk join releases r on r.id = rk.release_id
    join projects rp on rp.id = r.project_id join namespaces rn on rn.id = r.project_id
  where rk.milestone_id = i.milestone_id and r.project_id = i.namespace_id
    ${tags === null ? sql`` : sql`and r.tag = any (${[...tags]}::text[])`}
    and ${visibleReleases(actor, 'rn', 'rp')} and ${visibleCode(actor, 'rn', 'rp')})`
