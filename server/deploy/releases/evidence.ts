import { sql } from 'kysely'
import { anonymous, type Context, createContext, type Services } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { arrayOf, object } from '#server/platform/sql/shape.ts'

/** Store what releases consist of now: their texts, commits and links, and the public issues of their milestones. */
export async function storeEvidence(ctx: Context, releaseIds: readonly number[]): Promise<void> {
  await sql`
    insert into release_evidences (release_id, summary, sha256, collected_at)
    select s.id, s.summary, encode(sha256(convert_to(s.summary, 'UTF8')), 'hex'), ${ctx.now}::timestamptz from (select r.id, ${object(
      {
        release: object({
          id: sql`r.id`,
          tag_name: sql`r.tag`,
          name: sql`r.name`,
          description: sql`r.description`,
          sha: sql`r.sha`,
          created_at: sql`iso(r.created_at)`,
          released_at: sql`iso(r.released_at)`,
          project: object({
            id: sql`n.id`,
            name: sql`n.name`,
            description: sql`n.description`,
            created_at: sql`iso(n.created_at)`,
          }),
          links: arrayOf(
            object({ name: sql`l.name`, url: sql`l.url`, link_type: sql`l.link_type` }),
            sql`from release_links l where l.release_id = r.id`,
            sql`l.id`,
          ),
          milestones: arrayOf(
            object({
              id: sql`m.id`,
              iid: sql`m.iid`,
              title: sql`m.title`,
              description: sql`m.description`,
              state: sql`m.state`,
              created_at: sql`iso(m.created_at)`,
              due_date: sql`m.due_date`,
              issues: arrayOf(
                object({
                  iid: sql`i.iid`,
                  title: sql`i.title`,
                  state: sql`i.state`,
                  created_at: sql`iso(i.created_at)`,
                }),
                sql`from issuables i where i.milestone_id = m.id and i.namespace_id = r.project_id
                and i.series = 'issue' and not i.confidential and not i.hidden`,
                sql`i.iid`,
              ),
            }),
            sql`from release_milestones k join milestones m on m.id = k.milestone_id where k.release_id = r.id`,
            sql`m.id`,
          ),
        }),
      },
    )}::text as summary
    from releases r join namespaces n on n.id = r.project_id where r.id = any (${[...releaseIds]}::bigint[])) s`.execute(
    ctx.db,
  )
}

/** @throws NotFound */
export async function evidenceOf(ctx: Context, releaseId: number, evidenceId: number): Promise<string> {
  const { rows } = await sql<{ summary: string }>`
    select summary from release_evidences where release_id = ${releaseId} and id = ${evidenceId}`.execute(ctx.db)
  const [found] = rows
  if (found === undefined) throw new NotFound('Evidence')
  return found.summary
}

const releasesAtOnce = 100

/** Collect evidence of releases that were upcoming and whose moment has come. */
export async function collectDueEvidence(db: Db, services: Services): Promise<void> {
  const ctx = createContext({ actor: anonymous, db, services, requestId: 'collect-evidence' })
  const { rows } = await sql<{ id: number }>`
    select r.id from releases r
    where r.released_at between ${ctx.now}::timestamptz - interval '1 day' and ${ctx.now}::timestamptz
      and r.created_at < r.released_at
      and not exists (select 1 from release_evidences e where e.release_id = r.id and e.collected_at >= r.released_at)
    order by r.released_at limit ${releasesAtOnce}`.execute(db)
  await storeEvidence(
    ctx,
    rows.map(row => row.id),
  )
}
