import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createGroup } from '#contract/foundation/groups.ts'
import { updateProject } from '#contract/foundation/projects.ts'
import { createTokenFor } from '#contract/foundation/tokens.ts'
import { updateUser } from '#contract/foundation/users.ts'
import { updateIssueEntity } from '#contract/plan/issues/issue-page-calls.ts'
import { createIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import { createProjectLabel } from '#contract/plan/labels/labels.ts'
import { createProjectMilestone } from '#contract/plan/timeboxes/milestones.ts'
import { cleanFilename } from '#server/platform/files/clean-filename.ts'
import { isSafeFilePath } from '#server/platform/git/files/file-path.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type World, world } from '#test/world/world.ts'

const dirty = 'Pay\u202e\u200b\r\nnow\u0007\u2028today'
const clean = 'Pay now today'

const named: readonly (readonly [string, (at: World, name: string) => Promise<{ readonly body: unknown }>])[] = [
  ['title', ({ as, project }, title) => as('root').reply(createIssue, { id: project.id, title })],
  ['title', ({ as, project }, title) => as('root').reply(createProjectMilestone, { id: project.id, title })],
  ['name', ({ as, users }, name) => as('root').reply(updateUser, { id: users.rita.id, name })],
  ['location', ({ as, users }, location) => as('root').reply(updateUser, { id: users.rita.id, location })],
  ['name', ({ as, users }, name) => as('root').reply(createTokenFor, { userId: users.rita.id, name, scopes: ['api'] })],
]

test.each(named)('a %s stands in one line and hides nothing', async (field, set) => {
  const reply = await set(await world(), dirty)
  expect(reply.body).toMatchObject({ [field]: clean })
})

test.each<[string, (at: World) => Promise<{ readonly status: number }>]>([
  ['group', ({ as }) => as('root').reply(createGroup, { name: dirty, path: 'pay' })],
  ['project', ({ as, project }) => as('root').reply(updateProject, { id: project.id, name: `Loom\u3164` })],
  [
    'label',
    ({ as, project }) => as('root').reply(createProjectLabel, { id: project.id, name: 'a\nb', color: '#112233' }),
  ],
])('the name of a %s that spans lines or hides characters is refused', async (_what, set) => {
  expect((await set(await world())).status).toBe(400)
})

test.each(['2026-02-31', '2026-02-29', '2026-04-31', '2026-13-01', '2026-02-31T10:00:00Z'])(
  '%s is no day, through any door',
  async day => {
    const { as, build, project, db } = await world()
    const issue = await build.issue({})
    const page = { namespace: project.fullPath, iid: issue.iid }
    await as('rita').reply(updateIssue, { ...issue.ref, dueDate: day })
    await as('rita').reply(updateIssueEntity, { ...page, issue: { dueDate: day } })
    await as('rita').reply(createIssue, { id: project.id, title: 'x', dueDate: day })
    const { errors } = await askGraphql(
      as('rita').ctx,
      'mutation($input: IssueSetDueDateInput!) { issueSetDueDate(input: $input) { issue { dueDate } } }',
      { input: { projectPath: project.fullPath, iid: String(issue.iid), dueDate: day } },
    )
    expect(errors).not.toEqual([])
    expect(await db.selectFrom('issuables').select('dueDate').where('dueDate', 'is not', null).execute()).toEqual([])
  },
)

test('a file name loses the folders before it, however they are divided', () => {
  expect(cleanFilename('a\\..\\..\\b.txt')).toBe('b.txt')
  expect(cleanFilename('../../etc/passwd')).toBe('passwd')
})

test.each(['a\\..\\b', '..\\b', 'a/..\\b', 'a\\.git\\config', 'x/.\\y'])('a commit takes no file %j', path => {
  expect(isSafeFilePath(path)).toBe(false)
})

test('the title of a test names at most three requirements', () => {
  const root = join(import.meta.dirname, '../..')
  const crowded = globSync('{contract,server,test,tools,web}/**/*.test.{ts,tsx}', { cwd: root }).flatMap(file =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/['"`](?:[A-Z]+-\d{3} ){4}.*/g)].map(([title]) => file + title),
  )
  expect(crowded, 'one rule, one test: split it').toEqual([])
})

/** Names that more files declare, and that say enough where they are used. */
const usualTypes = new Set([
  ...[
    'Caller',
    'Change',
    'Choice',
    'ImportProject',
    'Owner',
    'Person',
    'Place',
    'Readable',
    'Refreshed',
    'Row',
    'RowProps',
  ],
  ...['Scope', 'Target', 'TreeRow'],
])

test('a type is called by its noun: no more than three files declare one of the same name', () => {
  const root = join(import.meta.dirname, '../..')
  const files = globSync('{contract,server,web,tools,db}/**/*.{ts,tsx}', { cwd: root }).filter(
    file => !file.includes('.gen.'),
  )
  const declared = new Map<string, string[]>()
  for (const file of files)
    for (const [, name = ''] of readFileSync(join(root, file), 'utf8').matchAll(
      /^(?:export )?(?:interface|type|class) (\w+)/gm,
    ))
      declared.set(name, [...(declared.get(name) ?? []).filter(each => each !== file), file])
  const repeated = [...declared].filter(([name, among]) => among.length > 3 && !usualTypes.has(name))
  expect(Object.fromEntries(repeated)).toEqual({})
})
