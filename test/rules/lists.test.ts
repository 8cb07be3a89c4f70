import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { viewedLists } from '#contract/plan/lists/view-limits.ts'

const root = join(import.meta.dirname, '../..')
const text = (path: string): string => readFileSync(join(root, path), 'utf8')

/** The files of the web that describe a list, by the list. */
const describing = (list: string): readonly string[] =>
  globSync('web/**/*.{ts,tsx}', { cwd: root }).filter(path => {
    const source = text(path)
    return /\b(?:ListDescription|ListKind)\b/.test(source) && source.includes(`list: '${list}'`)
  })

test('each list of a project or group with saved views is described once', () => {
  expect(viewedLists.map(list => [list, describing(list).length])).toEqual(viewedLists.map(list => [list, 1]))
})

test('the database accepts the saved views of each list, and of no other', () => {
  const [, words = ''] = /constraint saved_views_list_check .*ARRAY\[(.*?)\]/.exec(text('db/structure.sql')) ?? []
  const accepted = [...words.matchAll(/'(\w+)'/g)].map(([, word]) => word)
  expect(accepted.sort()).toEqual([...viewedLists, 'todo'].sort())
})

test('only IssuableList puts together the tools, tabs, keys and bulk bar of a list of issuables', () => {
  const builders = globSync('web/**/*.tsx', { cwd: root }).filter(path => text(path).includes('<StateTabs'))
  expect(builders).toEqual(['web/plan/lists/IssuableList.tsx'])
})

test('the guide to a new list names files that exist, but for those of its example', () => {
  const named = [...text('docs/new-list.md').matchAll(/`((?:contract|server|web|test|docs)\/[\w./-]+\.\w+)`/g)].map(
    ([, path = '']) => path,
  )
  expect(named.filter(path => !path.includes('runbook') && globSync(path, { cwd: root }).length === 0)).toEqual([])
})
