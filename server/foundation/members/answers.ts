import { importProjectMembers, memberOperations } from '#contract/foundation/members.ts'
import { placeKinds } from '#contract/foundation/places.ts'
import { load } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { NotFound, noneGiven } from '#server/errors.ts'
import { placeByPath, placeByRef } from '#server/foundation/namespaces/find-place.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { type Answer, answer } from '#server/slice.ts'
import { addMembers, type NewMembers } from './add.ts'
import { changeMember, currentMember } from './change.ts'
import { importMembers } from './import.ts'
import type { Place } from './place.ts'
import { listMembers, memberOf, memberRows } from './queries.ts'
import { removeMember } from './remove.ts'
import { grantableLevels } from './rules.ts'

const answersOfPlaces: readonly Answer[] = placeKinds.flatMap(kind => {
  const operations = memberOperations[kind]
  const about = placeByRef[kind]
  const mayAdmin = (ctx: Context, { facts }: Pick<Place, 'facts'>) => may(ctx.actor, `${kind}:admin-members`, facts)
  return [
    answer(operations.list, {
      about,
      ability: `${kind}:read-members`,
      run: (ctx, place, input) => listMembers(ctx, { ...place, kind }, 'direct', input),
    }),
    answer(operations.listAll, {
      about,
      ability: `${kind}:read-members`,
      run: (ctx, place, input) => listMembers(ctx, { ...place, kind }, 'all', input),
    }),
    answer(operations.get, {
      about,
      ability: `${kind}:read-members`,
      run: (ctx, place, { userId }) => memberOf(ctx, { ...place, kind }, 'direct', userId),
    }),
    answer(operations.getAny, {
      about,
      ability: `${kind}:read-members`,
      run: (ctx, place, { userId }) => memberOf(ctx, { ...place, kind }, 'all', userId),
    }),
    answer(operations.add, {
      about,
      ability: `${kind}:admin-members`,
      run: (ctx, place, input) => add(ctx, { ...place, kind }, input),
    }),
    answer(operations.update, {
      about,
      ability: `${kind}:admin-members`,
      current: (ctx, place, { userId }) => currentMember(ctx, place, userId),
      run: async (ctx, place, input) => {
        if (input.accessLevel === undefined && input.expiresAt === undefined)
          throw noneGiven('access_level', 'expires_at')
        await changeMember(ctx, { ...place, kind }, input)
        return memberOf(ctx, { ...place, kind }, 'stored', input.userId)
      },
    }),
    answer(operations.remove, {
      about,
      ability: `${kind}:read`,
      run: (ctx, place, { userId }) => removeMember(ctx, { ...place, kind }, userId, mayAdmin(ctx, place)),
    }),
    answer(operations.page, {
      about: placeByPath[kind],
      ability: `${kind}:read-members`,
      run: (ctx, place, input) => showPage(ctx, { ...place, kind }, mayAdmin(ctx, place), input),
    }),
  ]
})

export const membersAnswers: readonly Answer[] = [
  ...answersOfPlaces,
  answer(importProjectMembers, {
    about: projectByRef,
    ability: 'project:admin-members',
    run: async (ctx, project, { projectId }) => {
      const source = await load(ctx, 'project:admin-members', projectByRef, { id: projectId })
      const { added, refused } = await importMembers(ctx, { ...project, kind: 'project' }, source)
      const refusedCount = Object.keys(refused).length
      if (refusedCount === 0) return { status: 'success' as const }
      return { status: 'error' as const, message: refused, totalMembersCount: added.length + refusedCount }
    },
  }),
]

async function add(ctx: Context, place: Place, given: NewMembers) {
  const { added, refused, isList } = await addMembers(ctx, place, given)
  const [only] = added
  if (!isList) {
    if (only === undefined) throw new NotFound('User')
    return memberOf(ctx, place, 'stored', only)
  }
  return Object.keys(refused).length === 0
    ? { status: 'success' as const }
    : { status: 'error' as const, message: refused }
}

async function showPage(
  ctx: Context,
  place: Place,
  canAdmin: boolean,
  input: { search?: string; page?: number; perPage?: number },
) {
  const { namespace, members, groups, isShareable, hasNext } = await memberRows(ctx, place, input)
  return {
    namespace,
    canAdmin,
    grantable: canAdmin ? grantableLevels(ctx, place) : [],
    members,
    groups,
    canShare: canAdmin && isShareable,
    hasNext,
  }
}
