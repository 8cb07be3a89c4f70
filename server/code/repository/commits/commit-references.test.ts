import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { may } from '#server/access/may.ts'
import { namespaceFacts } from '#server/access/namespace-facts.ts'
import { visibleCode } from '#server/access/visible.ts'
import { redactFor } from '#server/discuss/references/redact.ts'
import { renderText } from '#server/discuss/references/render.ts'
import { codeWorld } from '#test/world/code.ts'

test('commits and ranges are references, which only readers of the code see', async () => {
  const { as, commit, db, project } = await codeWorld()
  const first = await commit({ 'a.txt': '1' }, { message: 'The first of all' })
  const second = await commit({ 'a.txt': '2' })
  const place = await db
    .selectFrom('namespaces')
    .select(['id', 'fullPath', 'ancestorIds'])
    .where('id', '=', project.id)
    .executeTakeFirstOrThrow()
  const range = `${first.slice(0, 8)}...${second.slice(0, 8)}`
  const text = `Broken since ${first.slice(0, 10)}, see ${range}, weft/loom@${second} and deadbeef.`
  const { html } = await renderText(as('dan').ctx, place, text)
  expect(html).toContain(`href="/weft/loom/-/commit/${first}">${first.slice(0, 8)}</a>`)
  expect(html).toContain('title="The first of all"')
  expect(html).toContain(`href="/weft/loom/-/compare/${first}...${second}">${range}</a>`)
  expect(html).toContain(`/-/commit/${second}"`)
  expect(html).toContain('and deadbeef.')
  expect(await redactFor(as('rita').ctx, [html])).toEqual([html])
  for (const who of ['gus', 'nina', 'anon'] as const) {
    const [hidden = ''] = await redactFor(as(who).ctx, [html])
    expect(hidden).not.toContain('<a ')
    expect(hidden).not.toContain('The first of all')
  }
  const far = await renderText(as('dan').ctx, null, `weft/loom@${first}`)
  expect(far.html).toContain(`>weft/loom@${first.slice(0, 8)}</a>`)
})

test('PERM-002 who may read the code of a project is the same in a list', async () => {
  const { as, db, project } = await codeWorld()
  for (const visibility of ['private', 'internal', 'public'] as const) {
    for (const level of ['disabled', 'private', 'enabled'] as const) {
      await db.updateTable('namespaces').set({ visibility }).where('id', '=', project.id).execute()
      await db.updateTable('projects').set({ repositoryAccessLevel: level }).where('id', '=', project.id).execute()
      for (const who of ['root', 'olga', 'dan', 'rita', 'gus', 'nina', 'anon'] as const) {
        const { actor } = as(who).ctx
        const row = await db
          .selectFrom('namespaces as n')
          .innerJoin('projects as p', 'p.id', 'n.id')
          .select([namespaceFacts(actor, 'n').as('facts'), sql<boolean>`${visibleCode(actor, 'n', 'p')}`.as('visible')])
          .where('n.id', '=', project.id)
          .executeTakeFirstOrThrow()
        expect([who, visibility, level, row.visible]).toEqual([
          who,
          visibility,
          level,
          may(actor, 'project:read-code', row.facts),
        ])
      }
    }
  }
})
