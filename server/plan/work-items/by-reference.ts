import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { issueKind } from '#server/discuss/references/kinds/issues.ts'
import { matchOf } from '#server/discuss/references/match-of.ts'
import type { ReferenceKind, TextNamespace } from '#server/discuss/references/reference-kind.ts'
import { Malformed, NotFound } from '#server/errors.ts'
import { placeNode } from '#server/foundation/namespaces/nodes.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { epicKind } from '#server/plan/issuables/parents.ts'
import { type WorkItemNode, workItemNode } from './node.ts'

/** References that one query may name. */
const maxReferences = 10

/**
 * The work items that references and addresses name, in the order of these, each once. Others are left out.
 *
 * @param path  full path of the project or group in which short references are read
 * @throws NotFound  no such place, or not for the actor
 * @throws Malformed  too many references
 */
export async function itemsByReference(
  context: GraphqlContext,
  path: string | null | undefined,
  references: readonly string[],
): Promise<readonly WorkItemNode[]> {
  if (references.length > maxReferences) throw new Malformed(`Specify at most ${maxReferences} references at a time`)
  const place = path == null ? null : await placeOfPath(context, path)
  const [issueIds, epicIds] = [
    await idsNamed(context.weft, issueKind, place, references),
    await idsNamed(context.weft, epicKind, place, references),
  ]
  const ids = references.map((_reference, index) => issueIds[index] ?? epicIds[index]).filter(id => id !== undefined)
  const items = await Promise.all([...new Set(ids)].map(id => workItemNode(context, id)))
  return items.filter(item => item !== null)
}

async function placeOfPath(context: GraphqlContext, path: string): Promise<TextNamespace> {
  const { rows } = await sql<{ id: number }>`
    select id from namespaces where lower(full_path) = lower(${path}) and kind in ('project', 'group')`.execute(
    context.weft.db,
  )
  const place = rows[0] === undefined ? null : await placeNode(context, rows[0].id)
  if (place === null) throw new NotFound('Namespace')
  return place
}

async function idsNamed(
  ctx: Context,
  kind: ReferenceKind,
  place: TextNamespace | null,
  references: readonly string[],
): Promise<readonly (number | undefined)[]> {
  const matches = references.map(reference => matchOf(ctx, reference.trim(), kind.syntaxes))
  const resolved = await kind.resolve(
    ctx,
    place,
    matches.filter(match => match !== null),
  )
  return matches.map(match => (match === null ? undefined : resolved.get(match)?.issuableId))
}
