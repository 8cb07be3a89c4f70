import { expect, test } from 'vitest'
import { livePages, type WorkerNews } from './live-pages.ts'
import type { Here } from './live-socket.ts'

function scene() {
  let here: Here = {}
  const watched: string[] = []
  const asked: string[] = []
  const pages = livePages(() => ({
    watch: (topics, unheard = []) => {
      watched.push(...topics)
      asked.push(...unheard)
    },
    unwatch: topics => {
      for (const topic of topics) watched.splice(watched.indexOf(topic), 1)
    },
    here: shown => {
      here = shown
    },
    wake: () => {},
    reopen: () => {},
  }))
  const open = () => {
    const heard: WorkerNews[] = []
    const wish = pages.add(news => {
      heard.push(news)
      if (news.kind === 'ping' && page.answers) wish({ kind: 'alive' })
    })
    const page = { heard, wish, answers: true }
    return page
  }
  return { pages, open, watched, asked, here: () => here }
}

test('a tab that crashed counts as present no longer when it answers nothing', () => {
  const { pages, open, watched, here } = scene()
  const [one, two] = [open(), open()]
  for (const page of [one, two]) {
    page.wish({ kind: 'watch', topics: ['issue:1'] })
    page.wish({ kind: 'here', here: { 'issue:1': page === one ? 'writing' : 'looking' } })
  }
  expect(here()).toEqual({ 'issue:1': 'writing' })
  one.answers = false
  for (let round = 0; round < 3; round++) pages.ask()
  expect(here()).toEqual({ 'issue:1': 'writing' })
  pages.ask()
  expect(here()).toEqual({ 'issue:1': 'looking' })
  expect(watched).toEqual(['issue:1'])
  for (let round = 0; round < 10; round++) pages.ask()
  expect(here()).toEqual({ 'issue:1': 'looking' })
})

test('a tab that was frozen and speaks again is asked to say all of it', () => {
  const { pages, open, watched, here } = scene()
  const page = open()
  page.wish({ kind: 'watch', topics: ['issue:1'] })
  page.answers = false
  for (let round = 0; round < 4; round++) pages.ask()
  expect(watched).toEqual([])
  page.heard.length = 0
  page.answers = true
  page.wish({ kind: 'alive' })
  page.wish({ kind: 'watch', topics: ['issue:2'] })
  page.wish({ kind: 'all', topics: ['issue:1', 'issue:2'], here: { 'issue:1': 'looking' } })
  expect(page.heard).toEqual([{ kind: 'connection', isOpen: false }, { kind: 'forgotten' }])
  expect(watched.toSorted()).toEqual(['issue:1', 'issue:2'])
  expect(here()).toEqual({ 'issue:1': 'looking' })
  pages.tell({ kind: 'changed', topics: ['issue:1', 'issue:3'] })
  expect(page.heard.at(-1)).toEqual({ kind: 'changed', topics: ['issue:1'] })
})

test('a page that says good-bye is forgotten immediately, and once', () => {
  const { open, watched, here } = scene()
  const page = open()
  page.wish({ kind: 'watch', topics: ['issue:1', 'issue:1'] })
  page.wish({ kind: 'here', here: { 'issue:1': 'looking' } })
  page.wish({ kind: 'bye' })
  page.wish({ kind: 'bye' })
  expect([watched, here()]).toEqual([[], {}])
})

test('a page asks what changed while it was on its way, also of what another page shows already', () => {
  const { open, asked } = scene()
  const [one, two] = [open(), open()]
  one.wish({ kind: 'watch', topics: ['issue:1'] })
  one.wish({ kind: 'watch', topics: ['issue:1', 'project:2'] })
  expect(asked).toEqual(['issue:1', 'project:2'])
  two.wish({ kind: 'watch', topics: ['issue:1'] })
  expect(asked).toEqual(['issue:1', 'project:2', 'issue:1'])
})
