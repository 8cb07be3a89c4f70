import { sql } from 'kysely'
import { projectTopic } from '#contract/live-topics.ts'
import type { ServiceDeskSettings } from '#contract/plan/service-desk/service-desk.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { showHeader } from '#server/foundation/namespaces/kept-header.ts'
import { ownServiceDeskAddress } from '#server/foundation/projects/service-desk-address.ts'
import { emailProblems } from '#server/foundation/users/emails/email.ts'
import { mailDomain } from '#server/platform/mail/domain.ts'
import { isTaken } from '#server/platform/sql/database.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { withoutUndefined } from '#server/platform/without-undefined.ts'
import './events.ts'

type AdminedProject = Allowed<'project:admin', ProjectRow>

interface SettingsRow extends ServiceDeskSettings {
  readonly address: string | null
  readonly ignoredMails: number
}

const maxLabels = 500

/** The settings of a service desk with what their page shows. */
export async function showServiceDeskSettings(ctx: Context, project: AdminedProject) {
  const { address, ignoredMails, ...settings } = await readRow(ctx, project.id)
  const labels = await sql<{ id: number; title: string }>`
    select l.id, l.title from labels l where l.namespace_id = any (${[...project.ancestorIds]}::bigint[]) and not l.archived
    order by lower(l.title), l.id limit ${maxLabels}`.execute(ctx.db)
  return { namespace: await showHeader(ctx, project), settings, address, labels: labels.rows, ignoredMails }
}

async function readRow(ctx: Context, projectId: number): Promise<SettingsRow> {
  const { rows } = await sql<SettingsRow>`
    select p.service_desk_enabled as enabled, coalesce(d.has_form, false) as has_form, p.service_desk_key as project_key,
      p.service_desk_custom_address as custom_address, d.sender_name, d.thank_you, d.new_note, d.closing, d.issue_template, d.label_id,
      d.first_answer_hours, coalesce(d.ignored_mails, 0) as ignored_mails, ${ownServiceDeskAddress(ctx.services.settings)} as address
    from projects p join namespaces n on n.id = p.id left join service_desks d on d.project_id = p.id where p.id = ${projectId}`.execute(
    ctx.db,
  )
  const [row] = rows
  if (row === undefined) throw new Error('a project without a row')
  return row
}

type Change = { readonly [Name in keyof ServiceDeskSettings]?: ServiceDeskSettings[Name] | undefined }

/** The settings as they are now, held until the transaction ends. */
export async function lockServiceDesk(ctx: Context, project: AdminedProject): Promise<ServiceDeskSettings> {
  await sql`insert into service_desks (project_id) values (${project.id}) on conflict do nothing`.execute(ctx.db)
  await sql`select 1 from service_desks where project_id = ${project.id} for no key update`.execute(ctx.db)
  const { address: _address, ignoredMails: _ignored, ...settings } = await readRow(ctx, project.id)
  return settings
}

/** Change the settings of a service desk; those that are left out stay. @throws Invalid */
export async function updateServiceDesk(
  ctx: Context,
  project: AdminedProject,
  given: Change,
): Promise<ServiceDeskSettings> {
  const before = await lockServiceDesk(ctx, project)
  const wanted = checked(ctx, { ...before, ...withoutUndefined(given) })
  if (wanted.labelId !== null) await refuseForeign(ctx, project, wanted.labelId)
  if (wanted.projectKey !== null) await refuseTaken(ctx, project.id, wanted.projectKey)
  await sql`update service_desks set has_form = ${wanted.hasForm}, sender_name = ${wanted.senderName}, thank_you = ${wanted.thankYou},
    new_note = ${wanted.newNote}, closing = ${wanted.closing}, issue_template = ${wanted.issueTemplate}, label_id = ${wanted.labelId}::bigint,
    first_answer_hours = ${wanted.firstAnswerHours}::integer where project_id = ${project.id}`.execute(ctx.db)
  try {
    await sql`update projects set service_desk_enabled = ${wanted.enabled}, service_desk_key = ${wanted.projectKey},
      service_desk_custom_address = ${wanted.customAddress} where id = ${project.id}`.execute(ctx.db)
  } catch (error) {
    if (isTaken(error, 'projects_service_desk_custom_address'))
      throw new Invalid({ customAddress: [messages.taken] }, { cause: error })
    throw error
  }
  await ctx.events.record(
    'service_desk.updated',
    { projectId: project.id },
    { namespaceId: project.id, topics: [projectTopic(project.id)] },
  )
  return wanted
}

const messages = {
  taken: 'already in use for another service desk address',
  key: 'can contain only lowercase letters, digits, and underscores',
  label: 'could not be found',
  ownDomain: 'is an address of this site. Enter one that forwards to it',
} as const

/** The settings as they are stored: empty texts are none. @throws Invalid */
function checked(ctx: Context, given: ServiceDeskSettings): ServiceDeskSettings {
  const line = (text: string | null) => (text === null ? null : oneLine(text) || null)
  const block = (text: string | null) => (text === null || text.trim() === '' ? null : text)
  const projectKey = line(given.projectKey)
  const customAddress = line(given.customAddress)?.toLowerCase() ?? null
  const wrong: Record<string, string[]> = {}
  if (projectKey !== null && !/^[a-z0-9_]+$/.test(projectKey)) wrong.projectKey = [messages.key]
  if (customAddress !== null) {
    const problems = emailProblems(customAddress)
    if (problems.length > 0) wrong.customAddress = [...problems]
    else if (customAddress.endsWith(`@${mailDomain(ctx.services.settings)}`)) wrong.customAddress = [messages.ownDomain]
  }
  if (Object.keys(wrong).length > 0) throw new Invalid(wrong)
  return {
    ...given,
    projectKey,
    customAddress,
    senderName: line(given.senderName),
    thankYou: block(given.thankYou),
    newNote: block(given.newNote),
    closing: block(given.closing),
    issueTemplate: block(given.issueTemplate),
  }
}

async function refuseForeign(ctx: Context, { ancestorIds }: AdminedProject, labelId: number): Promise<void> {
  const { rows } =
    await sql`select 1 from labels where id = ${labelId} and namespace_id = any (${[...ancestorIds]}::bigint[])`.execute(
      ctx.db,
    )
  if (rows.length === 0) throw new Invalid({ labelId: [messages.label] })
}

/** Two projects whose paths are written alike in an address need different keys. */
async function refuseTaken(ctx: Context, projectId: number, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`service desk key ${key}`}, 0))`.execute(ctx.db)
  const slug = (alias: string) => sql`regexp_replace(lower(${sql.ref(`${alias}.full_path`)}), '[^a-z0-9]+', '-', 'g')`
  const { rows } =
    await sql`select 1 from projects p join namespaces n on n.id = p.id join namespaces own on own.id = ${projectId}
    where p.service_desk_key = ${key} and p.id <> ${projectId} and left(${slug('n')}, 64) = left(${slug('own')}, 64)`.execute(
      ctx.db,
    )
  if (rows.length > 0) throw new Invalid({ projectKey: [messages.taken] })
}
