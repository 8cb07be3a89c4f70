import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryHistory } from './history.ts'
import { type Route, type RoutedPage, Router, type View } from './router.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

interface Opening {
  readonly route: Route
  readonly isAhead: boolean
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

async function site(start: string, more: () => Promise<readonly string[]> = async () => []) {
  const opened: Opening[] = []
  const open: RoutedPage['open'] = (route, isAhead) =>
    new Promise<void>((resolve, reject) => opened.push({ route, isAhead, resolve, reject }))
  const pageAt = (address: string): RoutedPage => ({
    address,
    operation: null,
    open,
    content: () => address,
    skeleton: () => null,
  })
  const first = ['/', '/$namespace/-/issues', '/$namespace/-/issues/$iid'].map(pageAt)
  const left: string[] = []
  const arrived: View[] = []
  const history = memoryHistory(start)
  const router: Router = new Router({
    pages: { first, more: async () => (await more()).map(pageAt) },
    history,
    onLeave: () => left.push(history.entry().href),
    onArrive: view => arrived.push(view),
  })
  // The page reports like this once it has been drawn.
  router.watch(() => {
    const view = router.view()
    if (view !== null) router.arrive(view)
  })
  const shown = () => {
    const view = router.view()
    return view && { address: view.page?.address, state: view.state, ...view.route }
  }
  /** Let the last requested page be loaded. */
  const answer = async () => {
    opened.at(-1)?.resolve()
    await vi.advanceTimersByTimeAsync(0)
  }
  void router.load()
  await answer()
  return { router, history, opened, left, arrived, shown, answer }
}

test('a page is shown once it is open, and its address at once', async () => {
  const { router, shown, answer } = await site('/weft/loom/-/issues')
  router.navigate('/weft/loom/-/issues/7#note_1')
  expect(router.location()).toMatchObject({ href: '/weft/loom/-/issues/7#note_1', hash: 'note_1' })
  expect(shown()).toMatchObject({ address: '/$namespace/-/issues' })
  await answer()
  expect(shown()).toEqual({
    address: '/$namespace/-/issues/$iid',
    state: 'ready',
    params: { namespace: 'weft/loom', iid: '7' },
    search: {},
  })
})

test('the skeleton of a page takes the place of the former one after a while', async () => {
  const { router, shown, answer } = await site('/weft/loom/-/issues/7')
  router.navigate('/weft/loom/-/issues/8')
  await vi.advanceTimersByTimeAsync(299)
  expect(shown()).toMatchObject({ params: { iid: '7' }, state: 'ready' })
  await vi.advanceTimersByTimeAsync(1)
  expect(shown()).toMatchObject({ params: { iid: '8' }, state: 'pending' })
  await answer()
  expect(shown()).toMatchObject({ params: { iid: '8' }, state: 'ready' })
})

test('a page that is open by the time that another was asked for is not shown', async () => {
  const { router, opened, shown, answer } = await site('/')
  router.navigate('/weft/loom/-/issues/7')
  const slow = opened.at(-1)
  router.navigate('/weft/loom/-/issues/8')
  await answer()
  slow?.resolve()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(shown()).toMatchObject({ params: { iid: '8' }, state: 'ready' })
})

test('the way back from a page that is still opening stays on the page that is shown', async () => {
  const { router, history, opened, shown } = await site('/weft/loom/-/issues')
  router.navigate('/weft/loom/-/issues/7')
  history.back()
  opened.at(-1)?.resolve()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(shown()).toMatchObject({ address: '/$namespace/-/issues', state: 'ready' })
})

test('a page stays open when only its query or its hash changes, and keeps the parts that stay', async () => {
  const { router, opened, left, shown } = await site('/weft/loom/-/issues?state=closed&not[labels][]=bug')
  const before = shown()
  router.navigate('/weft/loom/-/issues?state=all&not[labels][]=bug')
  expect(shown()?.search).toEqual({ state: 'all', not: { labels: ['bug'] } })
  expect(shown()?.search.not).toBe(before?.search.not)
  expect(shown()?.params).toBe(before?.params)
  router.navigate('#top')
  expect(router.location().href).toBe('/weft/loom/-/issues?state=all&not[labels][]=bug#top')
  expect(opened).toHaveLength(1)
  expect(left).toHaveLength(1)
})

test('a page that failed says why, and is opened again on demand', async () => {
  const { router, opened, shown, answer } = await site('/')
  router.navigate('/weft/loom/-/issues/7')
  opened.at(-1)?.reject(new Error('away'))
  await vi.advanceTimersByTimeAsync(0)
  expect(shown()).toMatchObject({ state: 'failed' })
  expect(router.view()?.error).toEqual(new Error('away'))
  void router.load({ isAgain: true })
  await answer()
  expect(shown()).toMatchObject({ state: 'ready', params: { iid: '7' } })
})

test('an address without a page shows that there is none', async () => {
  const { router, shown } = await site('/')
  router.navigate('/weft/loom/-/nothing')
  await vi.advanceTimersByTimeAsync(0)
  expect(shown()).toEqual({ address: undefined, state: 'ready', params: {}, search: {} })
})

test('a page that is not among the first ones is opened once all pages are known', async () => {
  const known = Promise.withResolvers<readonly string[]>()
  const { router, opened, shown, answer } = await site('/', () => known.promise)
  router.navigate('/weft/loom/-/labels')
  await vi.advanceTimersByTimeAsync(0)
  expect(shown()).toMatchObject({ address: '/', state: 'ready' })
  await vi.advanceTimersByTimeAsync(300)
  expect(shown()).toMatchObject({ address: undefined, state: 'pending' })
  known.resolve(['/$namespace/-/labels'])
  await vi.advanceTimersByTimeAsync(0)
  expect(opened.at(-1)).toMatchObject({ route: { params: { namespace: 'weft/loom' } } })
  await answer()
  expect(shown()).toMatchObject({ address: '/$namespace/-/labels', state: 'ready' })
})

test('the page fails if the other pages could not be loaded, and trying again requests them again', async () => {
  let isAway = true
  const { router, shown, answer } = await site('/', async () => {
    if (isAway) throw new Error('away')
    return ['/$namespace/-/labels']
  })
  router.navigate('/weft/loom/-/labels')
  await vi.advanceTimersByTimeAsync(0)
  expect(router.view()).toMatchObject({ page: null, state: 'failed', error: new Error('away') })
  isAway = false
  void router.load({ isAgain: true })
  await vi.advanceTimersByTimeAsync(0)
  await answer()
  expect(shown()).toMatchObject({ address: '/$namespace/-/labels', state: 'ready' })
})

test('a page is loaded ahead, the one that is shown is not', async () => {
  const { router, opened } = await site('/weft/loom/-/issues/7')
  void router.preload('/weft/loom/-/issues/7#note_1')
  expect(opened).toHaveLength(1)
  void router.preload('/weft/loom/-/issues/8')
  expect(opened.at(-1)).toMatchObject({ isAhead: true, route: { params: { iid: '8' } } })
  expect(router.view()?.route.params).toMatchObject({ iid: '7' })
})

test('each page that is drawn is told of, and each change of the path', async () => {
  const { router, arrived, left, answer } = await site('/')
  router.navigate('/weft/loom/-/issues')
  expect(left).toEqual(['/', '/weft/loom/-/issues'])
  expect(arrived).toHaveLength(1)
  await answer()
  router.navigate('?state=all')
  expect(left).toHaveLength(2)
  expect(arrived.map(view => view.location.href)).toEqual(['/', '/weft/loom/-/issues', '/weft/loom/-/issues?state=all'])
})

test('the first address is written as the others are', async () => {
  const { history } = await site('/weft/loom/-/issues/?labels%5B%5D=%62ug&x=a%20b#top')
  expect(history.entry().href).toBe('/weft/loom/-/issues/?labels[]=bug&x=a+b#top')
  expect(history.length()).toBe(1)
})

test('an address that is gone to again adds nothing to go back to', async () => {
  const { router, history } = await site('/weft/loom/-/issues?state=all')
  router.navigate('/weft/loom/-/issues?state=all')
  expect(history.length()).toBe(1)
  router.navigate('/weft/loom/-/issues?state=closed', { replace: true })
  expect(history.length()).toBe(1)
  router.navigate('/weft/loom/-/issues')
  expect(history.length()).toBe(2)
})
