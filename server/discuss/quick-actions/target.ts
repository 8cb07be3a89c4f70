import { plainTexts } from '#contract/discuss/plain-texts.ts'
import { issuableKinds } from '#contract/issuable-kinds.ts'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { loadIfAllowed } from '#server/access/load.ts'
import { type Context, userIdOrZero } from '#server/context.ts'
import { findersOf } from '#server/discuss/noteables/noteable.ts'
import type { CommandTarget } from './quick-action.ts'

interface TargetProject {
  readonly id: number
  readonly fullPath: string
  readonly ancestorIds: readonly number[]
  readonly facts: NamespaceFacts
}

/**
 * The noteable on which a text is written: the one with that number, or a new one of the actor's. Null if the actor may
 * not read it.
 */
export async function targetOfText(
  ctx: Context,
  project: TargetProject,
  type: string | undefined,
  iid: number | undefined,
): Promise<CommandTarget | null> {
  if (type !== undefined && plainTexts.includes(type)) return null
  if (iid === undefined || iid === 0) return newTarget(ctx, project, type)
  const { noteables } = ctx.services.plugs
  const kind = noteables.find(each => each.contractType === type) ?? issuableKinds.issue
  return loadIfAllowed(ctx, 'issuable:read', findersOf(kind).noteableOfPage, { namespace: project.fullPath, iid })
}

function newTarget(ctx: Context, project: TargetProject, type: string | undefined): CommandTarget {
  const authorId = userIdOrZero(ctx)
  const facts = {
    namespace: project.facts,
    type: 'issue',
    confidential: false,
    hidden: false,
    locked: false,
    state: 'opened',
    authorId,
    isAssignee: false,
  }
  const kind = type?.toLowerCase() === 'incident' ? 'incident' : type === 'Epic' ? 'epic' : 'issue'
  return {
    ...{ id: 0, namespaceId: project.id, ancestorIds: project.ancestorIds, iid: 0, type: kind, state: 'opened' },
    facts: { ...facts, type: kind },
  }
}
