import { type RawBuilder, sql } from 'kysely'
import { issuableKindOf, issuableKinds, kindWord } from '#contract/issuable-kinds.ts'
import { isOfType } from '#contract/plan/plain-attributes.ts'
import type { Allowed } from '#server/access/load.ts'
import { type AbilityOf, may } from '#server/access/may.ts'
import { type Context, userIdOf } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import type { TextNamespace } from '#server/discuss/references/reference-kind.ts'
import { type RenderedText, renderLine, renderText } from '#server/discuss/references/render.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '#server/errors.ts'
import { accessTopic } from '#server/platform/events/access-topic.ts'
import { attributes, blank, namesOf, valueColumns } from './all-attributes.ts'
import type { Changes } from './define-attribute.ts'
import type { AttributeChange } from './events.ts'
import type { IssuableRow } from './find.ts'
import { type NormalizeOptions, normalize } from './normalize.ts'
import type { TableStorage } from './storage.ts'
import type { AttributeName, AttributeValues } from './values.ts'

export interface ChangeOptions extends NormalizeOptions {
  /** The version of title and description that the caller saw. */
  readonly lockVersion?: number | undefined
  /** The description changed by this one item of its task list. */
  readonly task?: { readonly text: string; readonly checked: boolean }
  /** The description is taken as it is: whoever brings a former one back has not written the commands in it. */
  readonly isLiteral?: boolean
  /** The time of the change, where the actor may set it. */
  readonly updatedAt?: string | undefined
}

/**
 * Change any attributes of an issuable at once, and record the actual changes as one event.
 *
 * @returns the names of the changed attributes, in the order of `attributes`
 * @throws Forbidden  the actor may not set one of the attributes; `permitted` leaves those out
 * @throws Invalid  a value breaks a rule
 * @throws Conflict  title or description changed since `lockVersion`
 */
export async function changeIssuable<A extends AbilityOf<'issuable'>>(
  ctx: Context,
  issuable: Allowed<A, IssuableRow>,
  changes: Changes,
  options: ChangeOptions = {},
): Promise<readonly AttributeName[]> {
  const names = Object.keys(changes) as AttributeName[]
  const isAllowed = (name: AttributeName) => may(ctx.actor, attributes[name].ability, issuable.facts)
  if (!names.every(isAllowed)) throw new Forbidden()
  if (changes.type === 'incident' && !may(ctx.actor, 'project:create-incident', issuable.facts.namespace))
    throw new Forbidden()
  const other = names.find(name => !isOfType(name, changes.type ?? issuable.type))
  if (other !== undefined)
    throw new Invalid({ [other]: [`is not available on this ${kindWord(changes.type ?? issuable.type)}`] })
  const before = await lockValues(ctx, issuable)
  if (options.lockVersion !== undefined && options.lockVersion !== before.lockVersion) {
    throw new Conflict(concurrentEdit(before.type))
  }
  const mayCreateLabels = may(ctx.actor, 'project:admin-labels', issuable.facts.namespace)
  const { series } = issuableKinds[issuableKindOf(issuable.type)]
  const { to, changed } = await normalize(ctx, { ...issuable, series }, before, changes, {
    ...options,
    mayCreateLabels,
  })
  if (changed.length === 0) return changed
  const rendered = await renderChanged(ctx, textNamespaceOf(issuable), to, changed)
  const versionId = await write(ctx, issuable, before, to, changed, rendered, options)
  await ctx.events.record(
    'issuable.changed',
    {
      issuableId: issuable.id,
      changes: changed.map(name => describeChange(name, before, to, options)),
      ...(rendered === null ? {} : { named: rendered.named }),
      ...(versionId === null ? {} : { descriptionVersionId: versionId }),
    },
    {
      namespaceId: issuable.namespaceId,
      topics: [
        ...topicsOfIssuable(issuable),
        // An assignee may read what is confidential.
        ...(changed.some(name => name === 'confidential' || name === 'assignees')
          ? [accessTopic('issue', issuable.id)]
          : []),
      ],
    },
  )
  return changed
}

/** @source ERRMSG, EDIT-020 */
export const concurrentEdit = (type: string): string =>
  `Someone edited this ${type.replaceAll('_', ' ')} at the same time you did. The description has been updated and you will need to make your changes again.`

/** The namespace of an issuable, for rendering its texts. */
export const textNamespaceOf = (
  issuable: Pick<IssuableRow, 'namespaceId' | 'namespacePath' | 'ancestorIds'>,
): TextNamespace => ({
  id: issuable.namespaceId,
  fullPath: issuable.namespacePath,
  ancestorIds: issuable.ancestorIds,
})

const everyValue = (type: string) => valueColumns(namesOf(issuableKinds[issuableKindOf(type)].series))

type Locked = AttributeValues & { readonly lockVersion: number; readonly createdAt: string }

/**
 * Every attribute's value, with the row held until the transaction ends. The row is locked by a statement of its own: one that
 * waits for a lock goes on with the labels and assignees of the moment at which it began to wait.
 */
export async function lockValues(ctx: Context, { id, type }: IssuableRow): Promise<Locked> {
  await sql`select 1 from issuables where id = ${id} for no key update`.execute(ctx.db)
  const { rows } = await sql<Locked>`
    select ${everyValue(type)}, i.lock_version, i.created_at from issuables i where i.id = ${id}`.execute(ctx.db)
  const found = rows[0]
  if (found === undefined) throw new NotFound('Issue')
  return { ...blank, ...found }
}

interface RenderedTexts {
  readonly title: RenderedText | null
  readonly description: RenderedText | null
  readonly named: Pick<RenderedText, 'mentioned' | 'mentionedUsernames' | 'issuableIds'>
}

/** Render both texts when one of them changed: the references of an issuable are stored for the two together. */
async function renderChanged(
  ctx: Context,
  namespace: TextNamespace,
  to: AttributeValues,
  changed: readonly AttributeName[],
): Promise<RenderedTexts | null> {
  if (!changed.includes('title') && !changed.includes('description')) return null
  return renderTexts(ctx, namespace, to)
}

/** Title and description as HTML, with the references of both. */
export async function renderTexts(
  ctx: Context,
  namespace: TextNamespace,
  { title, description }: Pick<AttributeValues, 'title' | 'description'>,
): Promise<RenderedTexts & { readonly title: RenderedText; readonly description: RenderedText }> {
  const line = await renderLine(ctx, namespace, title)
  const text = await renderText(ctx, namespace, description ?? '')
  const both = <T>(one: readonly T[], other: readonly T[]): readonly T[] => [...new Set([...one, ...other])]
  return {
    title: line,
    description: text,
    named: {
      mentioned: {
        userIds: both(line.mentioned.userIds, text.mentioned.userIds),
        directUserIds: both(line.mentioned.directUserIds, text.mentioned.directUserIds),
        groupIds: both(line.mentioned.groupIds, text.mentioned.groupIds),
        directGroupIds: both(line.mentioned.directGroupIds, text.mentioned.directGroupIds),
        all: line.mentioned.all || text.mentioned.all,
      },
      mentionedUsernames: both(line.mentionedUsernames, text.mentionedUsernames),
      issuableIds: both(line.issuableIds, text.issuableIds),
    },
  }
}

/** Write all changes in one statement. @returns the id of the new description version, if there is one */
async function write(
  ctx: Context,
  issuable: IssuableRow,
  before: Locked,
  to: AttributeValues,
  changed: readonly AttributeName[],
  rendered: RenderedTexts | null,
  options: ChangeOptions,
): Promise<number | null> {
  const actorId = userIdOf(ctx)
  const columns: Record<string, RawBuilder<unknown>> = {}
  const parts: RawBuilder<unknown>[] = []
  for (const name of changed) {
    const written = writeOne(issuable, name, before, to)
    Object.assign(columns, written.columns)
    parts.push(...written.parts)
  }
  if (rendered !== null) Object.assign(columns, textColumns(ctx, rendered, actorId, changed.includes('description')))
  columns.updated_by_id = sql`${actorId}::bigint`
  columns.updated_at = sql`${options.updatedAt ?? ctx.now}::timestamptz`
  const sets = Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  parts.unshift(sql`changed as (update issuables set ${sql.join(sets)} where id = ${issuable.id})`)
  const hasVersion = changed.includes('description')
  if (hasVersion) {
    parts.push(sql`first_version as (insert into description_versions (issuable_id, author_id, description, created_at)
      select ${issuable.id}, ${issuable.authorId}, ${before.description}, ${before.createdAt}::timestamptz
      where not exists (select 1 from description_versions where issuable_id = ${issuable.id}) returning id)`)
    // Read from the first, so that it gets the lower id.
    parts.push(sql`version as (insert into description_versions (issuable_id, author_id, description, created_at)
      select ${issuable.id}, ${actorId}::bigint, ${to.description}, ${ctx.now}::timestamptz from (select count(*) from first_version) f returning id)`)
  }
  const { rows } = await sql<{ id: number | null }>`with ${sql.join(parts)}
    select ${hasVersion ? sql`(select id from version)` : sql`null::bigint`} as id`.execute(ctx.db)
  return rows[0]?.id ?? null
}

/** How one attribute is written: a column of the row, or parts of the statement beside it. */
function writeOne<Name extends AttributeName>(
  issuable: IssuableRow,
  name: Name,
  before: AttributeValues,
  to: AttributeValues,
): { readonly columns: Readonly<Record<string, RawBuilder<unknown>>>; readonly parts: readonly RawBuilder<unknown>[] } {
  const { storage } = attributes[name]
  if ('table' in storage) {
    return { columns: {}, parts: listParts(issuable, storage, storage.ids(before[name]), storage.ids(to[name])) }
  }
  return { columns: { [storage.column]: sql`${storage.write(to[name])}::${sql.raw(storage.type)}` }, parts: [] }
}

function textColumns(ctx: Context, { title, description }: RenderedTexts, actorId: number | null, isEdit: boolean) {
  return {
    title_html: sql`${title?.html ?? ''}`,
    description_html: sql`${description?.html ?? ''}`,
    markdown_version: sql`${description?.version ?? 0}::integer`,
    task_count: sql`${description?.tasks.count ?? 0}::integer`,
    task_completed_count: sql`${description?.tasks.completedCount ?? 0}::integer`,
    lock_version: sql`lock_version + 1`,
    ...(isEdit ? { last_edited_at: sql`${ctx.now}::timestamptz`, last_edited_by_id: sql`${actorId}::bigint` } : {}),
  }
}

function listParts(
  issuable: IssuableRow,
  { table, column }: Pick<TableStorage<never>, 'table' | 'column'>,
  from: readonly number[],
  to: readonly number[],
) {
  const gone = from.filter(id => !to.includes(id))
  const come = to.filter(id => !from.includes(id))
  return [
    ...(gone.length === 0
      ? []
      : [
          sql`${sql.ref(`${table}_gone`)} as (delete from ${sql.table(table)} where issuable_id = ${issuable.id} and ${sql.ref(column)} = any (${gone}::bigint[]))`,
        ]),
    ...(come.length === 0
      ? []
      : [
          sql`${sql.ref(`${table}_come`)} as (insert into ${sql.table(table)} (issuable_id, ${sql.ref(column)}, namespace_id)
          select ${issuable.id}, id, ${issuable.namespaceId} from unnest(${come}::bigint[]) id on conflict do nothing)`,
        ]),
  ]
}

/** A change of one attribute as the event log stores it, with its system note. */
export function describeChange<Name extends AttributeName>(
  name: Name,
  from: AttributeValues,
  to: AttributeValues,
  { task }: Pick<ChangeOptions, 'task'> = {},
): AttributeChange {
  if (name === 'description') {
    const note =
      task === undefined
        ? attributes.description.describe(from.description, to.description, to.type)
        : {
            action: 'task',
            text: `marked the checklist item **${task.text}** as ${task.checked ? 'completed' : 'incomplete'}`,
          }
    return { attribute: name, from: null, to: null, note }
  }
  const note = attributes[name].describe(from[name], to[name], to.type)
  // The values of a name are of its type.
  return { attribute: name, from: from[name], to: to[name], note } as AttributeChange
}
