import { expect, test } from 'vitest'
import { searchProject } from '#contract/feeds/search.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { listProjectIssues } from '#contract/plan/issues/issues.ts'
import { world } from '#test/world/world.ts'

const found: readonly (readonly [title: string, description: string, searches: readonly string[]])[] = [
  ['登录页面无法加载', '用户点击登录按钮后页面空白', ['页面', '加载', '按钮', '空', '登录 空白']],
  ['ログイン画面が表示されない', 'ボタンを押すとエラーになります', ['画面', 'エラー']],
  ['결제 페이지가 열리지 않음', '사용자가 결제버튼을 누르면 멈춤', ['버튼']],
  [
    'Proxy answers 502',
    'Error in /var/log/nginx/error.log',
    ['nginx', 'error.log', '/var/log/nginx/error.log', 'gin', '502', 'log nginx', '"in /var/log"', 'an', 'nginx,'],
  ],
  ['Host', 'Fails at https://shop.example.com/cart/checkout?step=pay', ['shop.example.com', 'checkout', 'step=pay']],
  ['Mail', 'Ask <Ann.Lee+help@mail.example.org>', ['ann.lee+help@mail.example.org', 'lee', '<Ann.Lee']],
  ['Versions', 'From v1.24.3-rc.1 on 10.0.12.7 and fe80::1', ['1.24.3', 'v1.24.3-rc.1', '10.0.12.7', 'fe80::1', '24']],
  [
    'ABC-123',
    'x86-64 and app.js, foo_bar, C++ and #include',
    ['abc-123', 'x86-64', 'app.js', 'bar', 'c++', 'C', '#include'],
  ],
  [
    'Names',
    'at com.acme.billing.InvoiceService.pay(InvoiceService.java:42) in user_service.py',
    ['billing', 'user_service', 'service', 'InvoiceService.pay(', 'voice'],
  ],
  ['Accents', 'Café für Größe, Überprüfung', ['cafe', 'grosse', 'uberprufung', 'CAFÉ', 'Cafe\u0301', 'größe']],
  ['Signs', 'Says “Cannot—connect” 🚀launch don’t', ['cannot', 'connect', '"cannot-connect"', 'launch', '🚀', "don't"]],
  ['Привет, ёлка', 'Ошибка соединения', ['привет', 'ПРИВЕТ', 'единен', 'елка', 'ош']],
]

test.each(found)('%s is found by its words, parts, phrases and addresses', async (title, description, searches) => {
  const { as, build, project } = await world()
  const issue = await build.issue({ title, description })
  await build.issue({ title: 'Another', description: 'Nothing of it' })
  await as('rita').call(issueDiscussion.createNote, { ...issue.ref, body: `${title} ${description}` })
  const missing: string[] = []
  for (const search of searches) {
    const issues = await as('gus').call(listProjectIssues, { id: project.id, search })
    const notes = (await as('gus').reply(searchProject, { id: project.id, scope: 'notes', search })).body
    if (!issues.some(each => each.iid === issue.iid)) missing.push(`issue: ${search}`)
    if ((notes as readonly unknown[]).length !== 1) missing.push(`comment: ${search}`)
  }
  expect(missing).toEqual([])
})

test.each([['"log nginx"'], ['nginxx'], ['面页'], ['gin/error'], ['nginx cafe'], ['og']])(
  '%s is found nowhere',
  async search => {
    const { as, build, project } = await world()
    await build.issue({ title: '页面', description: 'Error in /var/log/nginx/error.log' })
    await expect(as('gus').call(listProjectIssues, { id: project.id, search })).resolves.toEqual([])
  },
)

test.each<[search: string, where: 'title' | 'description', isFound: boolean]>([
  ['cafe', 'title', true],
  ['cafe', 'description', false],
  ['ca', 'title', true],
  ['ca', 'description', false],
  ['面', 'title', false],
  ['面', 'description', true],
  ['nginx', 'description', true],
])('%s in the %s: %s', async (search, where, isFound) => {
  const { as, build, project } = await world()
  await build.issue({ title: 'Café', description: '页面 nginx' })
  const issues = await as('gus').call(listProjectIssues, { id: project.id, search, in: [where] })
  expect(issues).toHaveLength(isFound ? 1 : 0)
})

test('titles are listed as people sort words', async () => {
  const { as, build, project } = await world()
  for (const title of ['zebra', 'Ärger', 'apple', 'Banana', 'ärmel']) await build.issue({ title })
  const titles = async (sort: 'asc' | 'desc', pagination: 'keyset' | 'offset') =>
    (await as('gus').call(listProjectIssues, { id: project.id, orderBy: 'title', sort, pagination })).map(
      each => each.title,
    )
  await expect(titles('asc', 'offset')).resolves.toEqual(['apple', 'Ärger', 'ärmel', 'Banana', 'zebra'])
  await expect(titles('desc', 'keyset')).resolves.toEqual(['zebra', 'Banana', 'ärmel', 'Ärger', 'apple'])
})
