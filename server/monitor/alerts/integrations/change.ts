import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { projectTopic } from '#contract/live-topics.ts'
import { alertLimits, type IntegrationType } from '#contract/monitor/alerts/alert-limits.ts'
import type { FieldMapping } from '#contract/monitor/alerts/field-mapping.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import type { Maybe } from '#server/graphql/maybe.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { lineProblems } from '#server/platform/text/problems.ts'
import { hashSecret } from '#server/platform/text/secret.ts'
import type { IntegrationRow } from './find.ts'
import { checkExample } from './payload-fields.ts'

type Admin<Row> = Allowed<'project:admin-alerts', Row>
interface IntegrationGiven extends Pick<IntegrationChange, 'mapping' | 'examplePayload'> {
  readonly name: string
  readonly active: boolean
  readonly type?: Maybe<IntegrationType>
}

interface IntegrationChange {
  readonly name?: Maybe<string>
  readonly active?: Maybe<boolean>
  readonly mapping?: FieldMapping | undefined
  readonly examplePayload?: string | undefined
}

/** An integration with its token, which is shown this once. */
interface MadeIntegration {
  readonly id: number
  readonly token: string
}

/** Add an integration to a project. @throws Invalid */
export async function createIntegration(
  ctx: Context,
  project: Admin<{ readonly id: number }>,
  given: IntegrationGiven,
): Promise<MadeIntegration> {
  const name = checkedName(given.name)
  checkExample(given.examplePayload)
  const token = makeToken()
  // Integrations are created one at a time, as their number is limited.
  await sql`select 1 from namespaces where id = ${project.id} for no key update`.execute(ctx.db)
  const { rows } = await sql<{ id: number }>`
    insert into alert_integrations (namespace_id, name, type, is_active, endpoint_identifier, token_hash, mapping, example_payload,
      created_at, updated_at)
    select ${project.id}, ${name}, ${given.type ?? 'HTTP'}, ${given.active}::boolean, ${randomBytes(8).toString('hex')}, ${hashSecret(token)},
      ${JSON.stringify(given.mapping ?? {})}::jsonb, ${given.examplePayload ?? ''}, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
    where (select count(*) from alert_integrations where namespace_id = ${project.id}) < ${alertLimits.integrations}
    returning id`.execute(ctx.db)
  const id = rows[0]?.id
  if (id === undefined)
    throw new Invalid({ base: [`A project can have up to ${alertLimits.integrations} alert integrations`] })
  await ctx.events.record('alert_integration.created', { integrationId: id }, placeOf(project.id))
  return { id, token }
}

/** Change an integration; fields that are left out stay. @throws Invalid */
export async function updateIntegration(
  ctx: Context,
  integration: Admin<IntegrationRow>,
  given: IntegrationChange,
): Promise<void> {
  checkExample(given.examplePayload)
  await ctx.db
    .updateTable('alertIntegrations')
    .set({
      ...(given.name != null && { name: checkedName(given.name) }),
      ...(given.active != null && { isActive: given.active }),
      ...(given.mapping !== undefined && { mapping: JSON.stringify(given.mapping) }),
      ...(given.examplePayload !== undefined && { examplePayload: given.examplePayload }),
      updatedAt: ctx.now,
    })
    .where('id', '=', integration.id)
    .execute()
  await recordUpdated(ctx, integration)
}

/** Replace the token of an integration. The former one stops working at once. */
export async function resetToken(ctx: Context, integration: Admin<IntegrationRow>): Promise<MadeIntegration> {
  const token = makeToken()
  await ctx.db
    .updateTable('alertIntegrations')
    .set({ tokenHash: hashSecret(token), updatedAt: ctx.now })
    .where('id', '=', integration.id)
    .execute()
  await recordUpdated(ctx, integration)
  return { id: integration.id, token }
}

/** Delete an integration. Its alerts are kept. */
export async function deleteIntegration(ctx: Context, integration: Admin<IntegrationRow>): Promise<void> {
  const { id, name, namespaceId } = integration
  await ctx.db.deleteFrom('alertIntegrations').where('id', '=', id).execute()
  await ctx.events.record('alert_integration.deleted', { integrationId: id, name }, placeOf(namespaceId))
}

const recordUpdated = (ctx: Context, { id, namespaceId }: IntegrationRow) =>
  ctx.events.record('alert_integration.updated', { integrationId: id }, placeOf(namespaceId))

const placeOf = (projectId: number) => ({ namespaceId: projectId, topics: [projectTopic(projectId)] })

const makeToken = () => randomBytes(24).toString('hex')

function checkedName(given: string): string {
  const name = oneLine(given)
  const problems = lineProblems(name)
  if (problems.length > 0) throw new Invalid({ name: [...problems] })
  return name
}
