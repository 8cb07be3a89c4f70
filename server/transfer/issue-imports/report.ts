import { sql } from 'kysely'
import { importPagePath } from '#contract/transfer/import-paths.ts'
import type { Context } from '#server/context.ts'
import { queueMails } from '#server/foundation/mails/queue.ts'
import { arrayOf, object } from '#server/platform/sql/shape.ts'

/** Faulty rows that a mail lists; the page has all of them. */
const mostListed = 100

interface ReportedImport {
  readonly userId: number
  readonly email: string
  readonly name: string
  readonly state: string
  readonly reason: string | null
  readonly createdCount: number
  readonly faultyCount: number
  readonly skippedCount: number
  readonly fullName: string
  readonly fullPath: string
  readonly faulty: readonly { readonly line: number; readonly problems: readonly string[] }[]
  readonly noticeCount: number
  readonly noticed: readonly { readonly name: string; readonly notices: readonly string[] }[]
}

/** Tell the person who started an import, by mail, how many issues were created and which rows were faulty. @source LIST-009 */
export async function queueReport(ctx: Context, importId: number): Promise<void> {
  const { rows } = await sql<ReportedImport>`
    select u.id as user_id, u.email, im.name, im.state, im.reason, im.created_count, im.faulty_count, im.skipped_count, n.full_name, n.full_path,
      ${arrayOf(object({ line: sql`r.line`, problems: sql`r.problems` }), sql`from (select * from issue_import_rows f where f.import_id = im.id and f.outcome = 'faulty' order by f.number limit ${mostListed}) r`, sql`r.number`)} as faulty,
      (select count(*) from issue_import_rows f where f.import_id = im.id and f.notices <> '{}') as notice_count,
      ${arrayOf(object({ name: sql`coalesce(r.content ->> 'key', 'Line ' || r.line)`, notices: sql`r.notices` }), sql`from (select * from issue_import_rows f where f.import_id = im.id and f.notices <> '{}' order by f.number limit ${mostListed}) r`, sql`r.number`)} as noticed
    from issue_imports im join users u on u.id = im.user_id join namespaces n on n.id = im.namespace_id
    where im.id = ${importId} and u.state = 'active'`.execute(ctx.db)
  const [found] = rows
  if (found === undefined) return
  const { createdCount, faultyCount, skippedCount, faulty, noticeCount, noticed } = found
  const url = `${ctx.services.settings.externalUrl}${importPagePath(found.fullPath, importId)}`
  const paragraphs = [
    `${headline(found)} ${counted(createdCount, 'issue')} ${createdCount === 1 ? 'was' : 'were'} created. ${counted(faultyCount, 'row')} had errors.`,
    ...(skippedCount === 0 ? [] : [`${counted(skippedCount, 'row')} had already been imported.`]),
    ...(faulty.length === 0
      ? []
      : [
          [
            'Rows that were not imported:',
            ...faulty.map(row => `- Line ${row.line}: ${row.problems.join('; ')}`),
            ...(faultyCount > faulty.length ? [`- and ${counted(faultyCount - faulty.length, 'more row')}`] : []),
          ].join('\n'),
        ]),
    ...(noticed.length === 0
      ? []
      : [
          [
            'Partially imported issues:',
            ...noticed.map(row => `- ${row.name}: ${row.notices.join('; ')}`),
            ...(noticeCount > noticed.length ? [`- and ${counted(noticeCount - noticed.length, 'more issue')}`] : []),
          ].join('\n'),
        ]),
    `Full report: ${url}`,
  ]
  await queueMails(ctx, [
    {
      userId: found.userId,
      recipient: found.email,
      subject: `Import of ${found.name} into ${found.fullName}`,
      text: `${paragraphs.join('\n\n')}\n`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    },
  ])
}

function headline({ state, reason, name, fullName }: ReportedImport): string {
  if (state === 'failed') return `The import of ${name} into ${fullName} failed. ${reason ?? ''}`.trimEnd()
  if (state === 'cancelled') return `The import of ${name} into ${fullName} was stopped.`
  return `The import of ${name} into ${fullName} is finished.`
}

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
