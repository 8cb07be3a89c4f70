import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { getMergeRequestPage } from '#contract/code/merge-requests/merge-request-pages.ts'
import {
  acceptMergeRequest,
  cancelAutoMerge,
  getMergeRequest,
  updateMergeRequest,
} from '#contract/code/merge-requests/merge-requests.ts'
import { protectBranch } from '#contract/code/protected-refs.ts'
import { archiveProject } from '#contract/foundation/projects.ts'
import { load } from '#server/access/load.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { reviewed } from '#test/world/scenes/reviewed-branch.ts'
import type { Member } from '#test/world/world.ts'
import { refGuard } from '../../protected-refs/guard.ts'
import { mayMerge } from '../../protected-refs/merge-right.ts'

type Scene = Awaited<ReturnType<typeof reviewed>>

const people = ['olga', 'mina', 'dan', 'rita'] as const

/** Each user's right to merge as each API states it, and whether the merge lets them in. */
async function told(w: Scene, iid: number) {
  const { as, ref, project, users } = w
  const query = `{ project(fullPath: "${project.fullPath}") { mergeRequest(iid: "${iid}") { userPermissions { canMerge }
    assignees { nodes { username mergeRequestInteraction { canMerge } } } } } }`
  const { data } = await askGraphql(as('olga').ctx, query)
  const beside = data.project.mergeRequest.assignees.nodes as readonly {
    readonly username: string
    readonly mergeRequestInteraction: { readonly canMerge: boolean }
  }[]
  const page = await as('olga').call(getMergeRequestPage, { namespace: project.fullPath, iid })
  const rows = []
  for (const who of people) {
    const own = await askGraphql(as(who).ctx, query)
    const merge = await as(who)
      // The right is checked before the head.
      .call(acceptMergeRequest, { ...ref(iid), sha: '0'.repeat(40) })
      .catch((error: { readonly kind: string }) => error.kind)
    rows.push([
      who,
      (await as(who).call(getMergeRequest, ref(iid))).user.canMerge,
      own.data.project.mergeRequest.userPermissions.canMerge,
      (await as(who).call(getMergeRequestPage, { namespace: project.fullPath, iid })).permissions.canMerge,
      beside.find(each => each.username === users[who].username)?.mergeRequestInteraction.canMerge,
      page.mergeRequest.involved.find(each => each.id === users[who].id)?.canMerge,
      merge === 'conflict',
    ])
  }
  return rows
}

test('PERM-002 merging and canceling auto-merge answer 401 below Developer, as approving does, and 404 to a stranger', async () => {
  const { as, open, ref } = await reviewed()
  const { iid } = await open()
  const statuses = async (who: Member) => [
    (await as(who).reply(acceptMergeRequest, ref(iid))).status,
    (await as(who).reply(cancelAutoMerge, ref(iid))).status,
  ]
  expect(await statuses('rita')).toEqual([401, 401])
  expect(await statuses('nina')).toEqual([404, 404])
})

test.each<[string, readonly Member[], (w: Scene) => Promise<unknown>]>([
  ['an unprotected branch', ['olga', 'mina', 'dan'], async () => undefined],
  [
    'a branch that maintainers merge',
    ['olga', 'mina'],
    w => w.as('mina').call(protectBranch, { id: w.project.id, name: 'ma*' }),
  ],
  [
    'a branch that one developer merges',
    ['dan'],
    w =>
      w.as('mina').call(protectBranch, {
        ...{ id: w.project.id, name: 'main', pushAccessLevel: 0, mergeAccessLevel: 0 },
        allowedToMerge: [{ userId: w.users.dan.id }],
      }),
  ],
  ['an archived project', [], w => w.as('olga').call(archiveProject, { id: w.project.id })],
])(
  'ASSIGN-011 ASSIGN-025 REST, GraphQL, the page and the merge agree who can merge into %s: %j',
  async (_what, allowed, prepare) => {
    const w = await reviewed()
    const made = await w.open()
    await w.as('mina').call(updateMergeRequest, { ...w.ref(made.iid), assigneeIds: people.map(who => w.users[who].id) })
    await prepare(w)
    expect(await told(w, made.iid)).toEqual(
      people.map(who => [who, ...Array.from({ length: 6 }, () => allowed.includes(who))]),
    )
  },
)

test('the right to merge in SQL is that of `refRights`, for every role and every combination of rules', async () => {
  const { as, users, project, open, db } = await reviewed()
  const made = await open()
  const levels = [0, 30, 40, 60, 'dan', 'rita'] as const
  const grant = (level: (typeof levels)[number]) =>
    typeof level === 'number' ? { level, userId: null } : { level: null, userId: users[level].id }
  for (const name of ['main', '*', 'release'])
    for (const push of levels)
      for (const merge of levels) {
        await sql`delete from protected_refs where project_id = ${project.id}`.execute(db)
        const { rows } = await sql<{
          id: number
        }>`insert into protected_refs (project_id, kind, name, created_at) values (${project.id}, 'branch', ${name}, now()) returning id`.execute(
          db,
        )
        for (const [action, { level, userId }] of [
          ['push', grant(push)],
          ['merge', grant(merge)],
        ] as const)
          await sql`insert into protected_ref_access (protected_ref_id, action, access_level, user_id) values (${rows[0]?.id}, ${action}, ${level}, ${userId})`.execute(
            db,
          )
        for (const who of ['olga', 'mina', 'dan', 'root'] as const) {
          const { ctx } = as(who)
          const guard = await refGuard(ctx, await load(ctx, 'project:push-code', projectByRef, { id: project.id }))
          const { rows: asked } = await sql<{
            may: boolean
          }>`select ${mayMerge(sql`${ctx.actor.kind === 'user' ? ctx.actor.id : 0}::bigint`)} as may
            from merge_requests mr join namespaces n on n.id = mr.namespace_id where mr.id = ${made.id}`.execute(db)
          expect([who, name, push, merge, asked[0]?.may]).toEqual([
            who,
            name,
            push,
            merge,
            guard.of('branch', 'main').canMerge,
          ])
        }
      }
})
