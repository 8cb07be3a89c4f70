import { sql } from 'kysely'
import { type IssuableKind, issuableKindOf, issuableKinds, kindWord } from '#contract/issuable-kinds.ts'
import { isOfType } from '#contract/plan/attributes/plain-attributes.ts'
import type { Allowed } from '#server/access/load.ts'
import { type AbilityOf, may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import type { TextNamespace } from '#server/discuss/references/reference-kind.ts'
import { emptyText, type RenderedText, renderBatch } from '#server/discuss/references/render.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '#server/errors.ts'
import { accessTopic } from '#server/platform/events/access-topic.ts'
import { batch, batchDistinct } from '#server/platform/sql/concurrently.ts'
import { unplannedIds } from '#server/platform/sql/statement.ts'
import { attributes, blank, namesOf, valueColumns } from '../all-attributes.ts'
import type { Changes } from '../define-attribute.ts'
import type { AttributeChange } from '../events.ts'
import { type IssuableRow, incidentMark } from '../find.ts'
import type { AttributeName, AttributeValues } from '../values.ts'
import { type NormalizeOptions, normalize } from './normalize.ts'
import { ownChangesTopics } from './own-changes-topics.ts'
import { type Locked, type RenderedTexts, writeChange } from './write-change.ts'

export interface ChangeOptions extends NormalizeOptions {
  /** The version of title and description that the caller saw. */
  readonly lockVersion?: number | undefined
  /** The description changed by this one item of its task list. */
  readonly task?: { readonly text: string; readonly checked: boolean }
  /** The description is stored as it is: a user who restores a former one has not written its commands. */
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
  const updatedAt = options.updatedAt ?? ctx.now
  const versionId = await writeChange(ctx, { issuable, before, to, changed, rendered, updatedAt })
  await ctx.events.record(
    'issuable.changed',
    {
      issuableId: issuable.id,
      ...incidentMark(issuable),
      changes: changed.map(name => describeChange(name, before, to, options)),
      ...(rendered === null ? {} : { named: rendered.named }),
      ...(versionId === null ? {} : { descriptionVersionId: versionId }),
    },
    {
      namespaceId: issuable.namespaceId,
      topics: [
        ...topicsOfIssuable(issuable),
        ...ownChangesTopics(ctx),
        // An assignee may read a confidential issuable.
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

const everyValue = (kind: IssuableKind) => valueColumns(namesOf(issuableKinds[kind].series))

/**
 * Every attribute's value, with the row held until the transaction ends. The row is locked by a statement of its own: one that
 * waits for a lock goes on with the labels and assignees of the moment at which it began to wait.
 */
export async function lockValues(ctx: Context, { id, type }: Pick<IssuableRow, 'id' | 'type'>): Promise<Locked> {
  const found = await lockedValues(ctx, { id, kind: issuableKindOf(type) })
  if (found === null) throw new NotFound('Issue')
  return { ...blank, ...found }
}

const lockedValues = batchDistinct(
  async (ctx: Context, keys: readonly { readonly id: number; readonly kind: IssuableKind }[]) => {
    const ids = keys.map(key => key.id)
    // Planning these statements for the given ids would take longer than running them.
    const given = unplannedIds(sql`${ids}`)
    await sql`select 1 from issuables where id = any (${given}::bigint[]) order by id for no key update`.execute(ctx.db)
    const { rows } = await sql<Locked & { readonly ownId: number }>`
      select i.id as own_id, ${everyValue(keys[0]?.kind ?? 'issue')}, i.lock_version, i.created_at from issuables i where i.id = any (${given}::bigint[])`.execute(
      ctx.db,
    )
    const found = new Map(rows.map(({ ownId, ...values }) => [ownId, values]))
    return ids.map((id): Locked | null => found.get(id) ?? null)
  },
  key => key.id,
  (_ctx, { kind }) => issuableKinds[kind].series,
)

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
export const renderTexts = (
  ctx: Context,
  namespace: TextNamespace,
  { title, description }: Pick<AttributeValues, 'title' | 'description'>,
): Promise<RenderedTexts> => renderBoth(ctx, { namespace, title, description })

type TextsToRender = Pick<AttributeValues, 'title' | 'description'> & { readonly namespace: TextNamespace }

/** The texts of many issuables of a namespace look their references up together. */
const renderBoth = batch(
  async (ctx: Context, all: readonly TextsToRender[]) => {
    const texts = all.flatMap(({ title, description }) => [{ text: title, line: true }, { text: description ?? '' }])
    const rendered = await renderBatch(ctx, all[0]?.namespace ?? noNamespace, texts)
    return all.map((_, index) => joined(rendered[2 * index] ?? emptyText, rendered[2 * index + 1] ?? emptyText))
  },
  (_ctx, { namespace }) => String(namespace.id),
)

const noNamespace: TextNamespace = { id: 0, fullPath: '', ancestorIds: [] }

function joined(line: RenderedText, text: RenderedText): RenderedTexts {
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
