import { issuableKindOf, issuableKinds } from '#contract/issuable-kinds.ts'
import { isOfType } from '#contract/plan/attributes/plain-attributes.ts'
import type { IssuableFacts, NamespaceFacts } from '#server/access/facts.ts'
import { may } from '#server/access/may.ts'
import { type Context, transact } from '#server/context.ts'
import { type ExtractedCommand, extractCommands } from '#server/discuss/quick-actions/extract.ts'
import { commandsIn } from '#server/discuss/quick-actions/run.ts'
import { emptyText } from '#server/discuss/references/render.ts'
import { Forbidden, Unauthenticated } from '#server/errors.ts'
import { attributes, blank } from '../all-attributes.ts'
import type { Changes } from '../define-attribute.ts'
import type { AttributeChange, TextReferences } from '../events.ts'
import { idsOf } from '../storage.ts'
import type { AttributeName } from '../values.ts'
import { describeChange, renderTexts } from './change.ts'
import type { RowToInsert } from './insert.ts'
import { normalize } from './normalize.ts'

export interface NewIssuable extends Changes {
  readonly title: string
  /** Owners may choose the number and the moment. */
  readonly iid?: number | undefined
  readonly createdAt?: string | undefined
}

export interface CreateOptions {
  /** Labels, people and milestones that do not fit, or may not be set, are refused instead of left out. */
  readonly isStrict?: boolean
  /** The texts come from outside: they run no quick actions, and mentions and references in them send no notifications. */
  readonly isFromOutside?: boolean
}

/** An issuable that is ready to be inserted, with the data of its event and the quick actions of its description. */
interface PreparedIssuable {
  readonly row: RowToInsert
  readonly assigneeIds: readonly number[]
  readonly reviewerIds: readonly number[]
  readonly labelIds: readonly number[]
  readonly changes: readonly AttributeChange[]
  readonly named: TextReferences
  readonly commands: readonly ExtractedCommand[]
}

interface IssuableNamespace {
  readonly id: number
  readonly fullPath: string
  readonly ancestorIds: readonly number[]
  readonly facts: NamespaceFacts
}

/**
 * Check and render a new issuable, and hand it to the function that writes it. New labels are created in the
 * transaction of the issuable.
 *
 * @param setsMetadata  the actor may set attributes that are for members
 * @throws Invalid  a value breaks a rule
 * @throws Forbidden  when strict, any attribute that is not the actor's to set
 */
export async function prepareIssuable<T>(
  ctx: Context,
  place: IssuableNamespace,
  given: NewIssuable & { readonly type: string },
  { isStrict = false, isFromOutside = false, setsMetadata }: CreateOptions & { readonly setsMetadata: boolean },
  write: (ctx: Context, prepared: PreparedIssuable) => Promise<T>,
): Promise<T> {
  if (ctx.actor.kind === 'anonymous') throw new Unauthenticated()
  const authorId = ctx.actor.id
  const facts = factsOfNew(authorId, place, given)
  const asked = setsMetadata ? changesIn(given) : openChanges(given, isStrict)
  const permitted = ofType(given.type, ownChanges(ctx, facts, asked, isStrict))
  const { id: namespaceId, ancestorIds, fullPath } = place
  const target = { id: 0, namespaceId, ancestorIds, iid: 0, type: facts.type, state: 'opened', facts }
  const { text, commands } = isFromOutside
    ? extractCommands(given.description ?? '', () => false)
    : commandsIn(ctx, target, given.description ?? '')
  const description = given.description === null ? null : text
  const { series } = issuableKinds[issuableKindOf(given.type)]
  // A type is chosen among those of issues; every other kind has one.
  const { type, ...others } = permitted
  const wanted = { ...others, ...(series === 'issue' ? { type: given.type } : {}), title: given.title, description }
  const prepare = async (inner: Context) => {
    const { to, changed } = await normalize(
      inner,
      { namespaceId, ancestorIds, series, type: given.type },
      blank,
      wanted,
      {
        isStrict,
        createsLabels: !isStrict,
        mayCreateLabels: may(ctx.actor, 'project:admin-labels', place.facts),
      },
    )
    const { title, description: body, named } = await renderTexts(inner, { id: namespaceId, fullPath, ancestorIds }, to)
    const mayChoose = may(ctx.actor, 'project:set-iid', place.facts)
    const row: RowToInsert = {
      values: { ...to, type: given.type },
      iid: (mayChoose ? given.iid : undefined) ?? null,
      title_html: title.html,
      description_html: body.html,
      markdown_version: body.version,
      author_id: authorId,
      task_count: body.tasks.count,
      task_completed_count: body.tasks.completedCount,
      created_at: (mayChoose ? given.createdAt : undefined) ?? ctx.now,
    }
    const changes = changed
      .filter(name => attributes[name].isRecordedAtCreation)
      .map(name => describeChange(name, blank, to))
    const ids = { assigneeIds: idsOf(to.assignees), reviewerIds: idsOf(to.reviewers), labelIds: idsOf(to.labels) }
    return write(inner, { row, ...ids, changes, named: isFromOutside ? noReferences : named, commands })
  }
  return permitted.labels === undefined ? prepare(ctx) : transact(ctx, prepare)
}

const noReferences: TextReferences = {
  mentioned: emptyText.mentioned,
  mentionedUsernames: emptyText.mentionedUsernames,
  issuableIds: emptyText.issuableIds,
}

/** Leave out the changes of attributes that the type does not have. */
const ofType = (type: string, changes: Changes): Changes =>
  Object.fromEntries(Object.entries(changes).filter(([name]) => isOfType(name, type)))

function factsOfNew(
  authorId: number,
  place: IssuableNamespace,
  given: Changes & { readonly type: string },
): IssuableFacts {
  return {
    namespace: place.facts,
    type: given.type,
    confidential: given.confidential ?? false,
    hidden: false,
    locked: false,
    state: 'opened',
    authorId,
    isAssignee: false,
  }
}

function changesIn(given: NewIssuable): Changes {
  const { iid: _iid, createdAt: _createdAt, ...changes } = given
  return changes
}

/** The changes that need no right that the actor lacks. */
function ownChanges(ctx: Context, facts: IssuableFacts, changes: Changes, isStrict: boolean): Changes {
  const escalates = may(ctx.actor, 'issuable:escalate', facts)
  const isOwn = (name: AttributeName) => escalates || attributes[name].ability !== 'issuable:escalate'
  const names = Object.keys(changes) as AttributeName[]
  if (isStrict && !names.every(isOwn)) throw new Forbidden()
  return Object.fromEntries(names.filter(isOwn).map(name => [name, changes[name]]))
}

/** The changes that are open to people who are no members. */
function openChanges(given: NewIssuable, isStrict: boolean): Changes {
  const changes = changesIn(given)
  const names = Object.keys(changes) as AttributeName[]
  if (isStrict && !names.every(name => attributes[name].isOpenToNonMembers)) throw new Forbidden()
  return Object.fromEntries(
    names.filter(name => attributes[name].isOpenToNonMembers).map(name => [name, changes[name]]),
  )
}
