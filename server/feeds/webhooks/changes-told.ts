import { sql } from 'kysely'
import { isDraftTitle } from '#server/code/merge-requests/draft.ts'
import type { Context } from '#server/context.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { snakeCase } from '#server/platform/text/case.ts'
import { labelJson, personFields } from './told.ts'

const v = columnsOf('descriptionVersions', 'v')

/** Old and new values by attribute. */
export type Changes = readonly { readonly attribute: string; readonly from: unknown; readonly to: unknown }[]

/** A change of an item. */
export interface ItemChange {
  readonly changes?: Changes
  /** The version of the description that the change stored. */
  readonly descriptionVersionId?: number | undefined
}

interface ToldChange {
  readonly previous: unknown
  readonly current: unknown
}

const peopleNames: readonly string[] = ['assignees', 'reviewers']

/**
 * The changes of an issue or merge request as payloads tell them: labels and people in full, the milestone by its id, a draft by its title.
 *
 * @param issuableId  whose description it is
 * @source GitLab's docs, webhook events: `changes`
 */
export async function changesTold(
  ctx: Context,
  issuableId: number,
  { changes = [], descriptionVersionId }: ItemChange,
  kind: 'issue' | 'merge_request',
): Promise<Readonly<Record<string, ToldChange>>> {
  const full = await inFull(ctx, issuableId, changes, descriptionVersionId)
  return Object.fromEntries(
    changes.flatMap(({ attribute, from, to }): [string, ToldChange][] => {
      const told = (read: (value: unknown) => unknown): ToldChange => ({ previous: read(from), current: read(to) })
      if (attribute === 'labels') return [['labels', told(value => full.of(full.labels, value))]]
      if (peopleNames.includes(attribute)) return [[attribute, told(value => full.of(full.people, value))]]
      if (attribute === 'milestone') return [['milestone_id', told(value => idsOf([value])[0] ?? null)]]
      if (attribute === 'description') return full.description === null ? [] : [['description', full.description]]
      const plain: [string, ToldChange] = [snakeCase(attribute), { previous: from, current: to }]
      if (kind !== 'merge_request' || attribute !== 'title') return [plain]
      const draft = told(value => isDraftTitle(String(value)))
      return draft.previous === draft.current ? [plain] : [plain, ['draft', draft]]
    }),
  )
}

type Rows = readonly { readonly id: number }[] | null

async function inFull(ctx: Context, issuableId: number, changes: Changes, versionId: number | undefined) {
  const named = (names: readonly string[]) =>
    changes.flatMap(({ attribute, from, to }) => (names.includes(attribute) ? [...idsOf(from), ...idsOf(to)] : []))
  const [labelIds, userIds] = [named(['labels']), named(peopleNames)]
  const of = (rows: Rows, value: unknown): readonly unknown[] =>
    // A deleted label or user keeps the few properties that the event holds.
    (Array.isArray(value) ? value : []).map(each => rows?.find(({ id }) => id === idsOf([each])[0]) ?? each)
  if (labelIds.length + userIds.length === 0 && versionId === undefined)
    return { labels: null, people: null, description: null, of }
  const { rows } = await sql<{ labels: Rows; people: Rows; description: ToldChange | null }>`select
    (select json_agg(${labelJson}) from labels l join namespaces ln on ln.id = l.namespace_id
      where l.id = any (${labelIds}::bigint[])) as labels,
    (select json_agg(${object(personFields(sql.lit(ctx.services.settings.externalUrl)))}) from users u
      where u.id = any (${userIds}::bigint[])) as people,
    (select ${object({
      current: v('description'),
      previous: sql`(select b.description from description_versions b
        where b.issuable_id = v.issuable_id and b.id < v.id and b.deleted_at is null order by b.id desc limit 1)`,
    })}
      from description_versions v where v.id = ${versionId ?? 0} and v.issuable_id = ${issuableId} and v.deleted_at is null)
      as description`.execute(ctx.db)
  return {
    labels: rows[0]?.labels ?? null,
    people: rows[0]?.people ?? null,
    description: rows[0]?.description ?? null,
    of,
  }
}

/** The ids that an event names. */
const idsOf = (value: unknown): readonly number[] =>
  (Array.isArray(value) ? value : []).flatMap((each: unknown) =>
    typeof each === 'object' && each !== null && 'id' in each && typeof each.id === 'number' ? [each.id] : [],
  )
