import { type RawBuilder, sql } from 'kysely'
import { gid } from '#contract/gid.ts'
import { defaultLabelColor } from '#contract/plan/labels/default-label-color.ts'
import { load } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { Malformed } from '#server/errors.ts'
import {
  Group,
  groupNodeByPath,
  type PlaceNode,
  Project,
  projectNodeByPath,
} from '#server/foundation/namespaces/nodes.ts'
import { batchRows, byId, groupedBy } from '#server/graphql/batch.ts'
import { builder } from '#server/graphql/builder.ts'
import { connectionOf, type PageArgs, pageArgs, pageOfList, pageOfRows } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { mutation, type PayloadFields } from '#server/graphql/mutation.ts'
import { nameOrder } from '#server/platform/sql/natural-order.ts'
import { matchesSearch } from '#server/platform/sql/search.ts'
import { createLabel } from './create.ts'
import { labelById } from './find.ts'
import { labelsWhere } from './queries.ts'
import { updateLabel } from './update.ts'

interface LabelNode {
  readonly id: number
  readonly title: string
  readonly description: string
  readonly descriptionHtml: string
  readonly color: string
  readonly textColor: string
  readonly archived: boolean
  readonly createdAt: string
  readonly updatedAt: string
  readonly ownerKind: 'group' | 'project'
}

/** The columns of a label, over `labels l` and its owner `namespaces ln`. */
const columns = sql`l.id, l.title, l.description, ${sql`replace(replace(replace(replace(l.description, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;')`} as "descriptionHtml",
  l.color, l.text_color as "textColor", l.archived, iso(l.created_at) as "createdAt", iso(l.updated_at) as "updatedAt", ln.kind as "ownerKind"`

/** A label by its id. Everyone who can read an item can see its labels. */
export const labelNode = batchRows<LabelNode, LabelNode | null>(
  'labels',
  ids =>
    sql`select ${columns} from labels l join namespaces ln on ln.id = l.namespace_id where l.id = any (${ids}::bigint[])`,
  byId,
)

/** The labels of an issuable, by title. */
const labelsOfIssuable = batchRows<LabelNode & { readonly issuableId: number }, readonly LabelNode[]>(
  'labels of issuables',
  ids => sql`select il.issuable_id as "issuableId", ${columns} from issuable_labels il join labels l on l.id = il.label_id
    join namespaces ln on ln.id = l.namespace_id where il.issuable_id = any (${ids}::bigint[]) order by ${nameOrder(sql`l.title`)}, l.id`,
  rows => groupedBy(rows, row => row.issuableId),
)

export const Label = builder.objectRef<LabelNode>('Label').implement({
  description: 'A label.',
  fields: t => ({
    id: t.field({
      type: 'LabelID',
      nullable: false,
      resolve: label => gid(label.ownerKind === 'group' ? 'GroupLabel' : 'ProjectLabel', label.id),
    }),
    title: t.exposeString('title', { nullable: false }),
    description: t.exposeString('description'),
    descriptionHtml: t.exposeString('descriptionHtml'),
    color: t.exposeString('color', { nullable: false }),
    textColor: t.exposeString('textColor', { nullable: false }),
    archived: t.exposeBoolean('archived', { nullable: false }),
    createdAt: t.field({ type: 'Time', nullable: false, resolve: label => label.createdAt }),
    updatedAt: t.field({ type: 'Time', nullable: false, resolve: label => label.updatedAt }),
  }),
})
export const LabelConnection = connectionOf(Label, { count: 'always' })

/** A page of the labels of an issuable, by title. */
export const issuableLabelsPage = async (context: GraphqlContext, args: PageArgs, issuableId: number) =>
  pageOfList(context, args, await labelsOfIssuable(context, issuableId), label => label.id)

interface LabelArgs extends PageArgs {
  readonly archived?: boolean | null | undefined
  readonly includeAncestorGroups?: boolean | null | undefined
  readonly includeDescendantGroups?: boolean | null | undefined
  readonly onlyGroupLabels?: boolean | null | undefined
  readonly searchIn?: readonly ('TITLE' | 'DESCRIPTION')[] | null | undefined
  readonly searchTerm?: string | null | undefined
  readonly title?: string | null | undefined
}

function labelsPage(context: GraphqlContext, place: PlaceNode, args: LabelArgs) {
  const { weft } = context
  const kind = place.kind === 'project' ? 'project' : 'group'
  const conditions: RawBuilder<unknown>[] = [
    labelsWhere(
      weft,
      { id: place.id, kind, facts: place.facts },
      {
        includeAncestorGroups: args.includeAncestorGroups ?? false,
        includeDescendantGroups: args.includeDescendantGroups ?? false,
        onlyGroupLabels: args.onlyGroupLabels ?? true,
        ...(args.archived == null ? {} : { archived: args.archived }),
      },
    ),
  ]
  if (args.title != null) conditions.push(sql`l.title = ${args.title}`)
  const term = args.searchTerm?.trim() ?? ''
  if (term !== '') {
    const where = args.searchIn ?? ['TITLE', 'DESCRIPTION']
    const found = where.map(each => matchesSearch(each === 'TITLE' ? sql`l.title` : sql`l.description`, term))
    conditions.push(found.length === 0 ? sql`false` : sql`(${sql.join(found, sql` or `)})`)
  }
  const where = sql.join(conditions, sql` and `)
  const from = sql`labels l join namespaces ln on ln.id = l.namespace_id`
  return pageOfRows<LabelNode>(context, args, {
    columns,
    from,
    where,
    keys: [
      // A label whose title equals the search term may come after hundreds of others.
      ...(term === ''
        ? []
        : [{ value: sql`(lower(l.title) <> lower(${term}))::int`, type: 'bigint', direction: 'asc' } as const]),
      { value: nameOrder(sql`l.title`), type: 'text', direction: 'asc' },
      { value: sql`l.id`, type: 'bigint', direction: 'asc' },
    ],
  })
}

/** A label by its title, of the place itself or one above it. */
async function labelByTitle(context: GraphqlContext, place: PlaceNode, title: string): Promise<LabelNode | null> {
  const { edges } = await labelsPage(context, place, { title, includeAncestorGroups: true, first: 1 })
  return edges[0]?.node ?? null
}

export function labelsFields(): void {
  const SearchField = builder.enumType('LabelSearchFieldList', {
    values: { TITLE: {}, DESCRIPTION: {} } as const,
  })
  builder.objectFields(Project, t => ({
    label: t.field({
      type: Label,
      args: { title: t.arg.string({ required: true }) },
      resolve: (node, { title }, context) =>
        may(context.weft.actor, 'project:read-labels', node.facts) ? labelByTitle(context, node, title) : null,
    }),
    labels: t.field({
      type: LabelConnection,
      args: {
        ...pageArgs,
        archived: t.arg.boolean(),
        includeAncestorGroups: t.arg.boolean({ defaultValue: false }),
        searchIn: t.arg({ type: [SearchField], required: true, defaultValue: ['TITLE', 'DESCRIPTION'] }),
        searchTerm: t.arg.string(),
        title: t.arg.string(),
      },
      resolve: (node, args, context) =>
        may(context.weft.actor, 'project:read-labels', node.facts) ? labelsPage(context, node, args) : null,
    }),
  }))
  builder.objectFields(Group, t => ({
    label: t.field({
      type: Label,
      args: { title: t.arg.string({ required: true }) },
      resolve: (node, { title }, context) => labelByTitle(context, node, title),
    }),
    labels: t.field({
      type: LabelConnection,
      args: {
        ...pageArgs,
        archived: t.arg.boolean(),
        includeAncestorGroups: t.arg.boolean({ defaultValue: false }),
        includeDescendantGroups: t.arg.boolean({ defaultValue: false }),
        onlyGroupLabels: t.arg.boolean({ defaultValue: false }),
        searchIn: t.arg({ type: [SearchField], required: true, defaultValue: ['TITLE', 'DESCRIPTION'] }),
        searchTerm: t.arg.string(),
        title: t.arg.string(),
      },
      resolve: (node, args, context) => labelsPage(context, node, args),
    }),
  }))
  mutation('labelUpdate', {
    description: 'Archive or unarchive a label.',
    input: t => ({ id: t.field({ type: 'LabelID', required: true }), archived: t.boolean() }),
    run: async (ctx, { id, archived }): Promise<LabelPayload> => {
      const label = await load(ctx, 'label:admin', labelById, id)
      await updateLabel(ctx, label, { archived: archived ?? undefined })
      return { labelId: id }
    },
    payload,
  })
  mutation('labelCreate', {
    description: 'Create a project or group label.',
    input: t => ({
      title: t.string({ required: true }),
      color: t.string({ defaultValue: defaultLabelColor }),
      description: t.string(),
      projectPath: t.id(),
      groupPath: t.id(),
    }),
    run: async (ctx, { title, color, description, projectPath, groupPath }) => {
      const place = await placeOfInput(ctx, projectPath ?? null, groupPath ?? null)
      return { labelId: await createLabel(ctx, place, { title, color: color ?? defaultLabelColor, description }) }
    },
    payload,
  })
}

interface LabelPayload {
  readonly labelId: number
}

const payload = (t: PayloadFields<LabelPayload>) => ({
  label: t.field({
    type: Label,
    resolve: ({ labelId }, _args, context) => (labelId === undefined ? null : labelNode(context, labelId)),
  }),
})

async function placeOfInput(ctx: Context, projectPath: string | null, groupPath: string | null) {
  if (projectPath !== null && groupPath === null) {
    const { id } = await load(ctx, 'project:admin-labels', projectNodeByPath, projectPath)
    return { id, kind: 'project' as const }
  }
  if (groupPath !== null && projectPath === null) {
    const { id } = await load(ctx, 'group:admin-labels', groupNodeByPath, groupPath)
    return { id, kind: 'group' as const }
  }
  throw new Malformed('Exactly one of group_path or project_path arguments is required')
}
