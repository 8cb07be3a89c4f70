import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import type { ApiCall } from './fixtures.ts'
import { signIn } from './sign-in.ts'
import { lendContext, pageIn } from './windows.ts'

export const password = 'a-password-of-the-weavers'

export interface Person {
  readonly username: string
  readonly id: number
  readonly context: BrowserContext
}

export interface Scene {
  readonly path: string
  readonly projectId: number
  readonly ann: Person
  readonly ben: Person
  readonly cleo: Person
}

type Place = Pick<Scene, 'path' | 'projectId'> & { readonly people: readonly [Account, Account, Account] }
type Account = Omit<Person, 'context'>

// All journeys of a worker share the project and its people; each has browsers of its own.
let made: { readonly baseURL: string; readonly place: Promise<Place> } | null = null

export async function scene(call: ApiCall, baseURL: string, browser: Browser): Promise<Scene> {
  if (made?.baseURL !== baseURL) made = { baseURL, place: makePlace(call) }
  const { people, ...place } = await made.place
  const signedIn = async (account: Account): Promise<Person> => {
    const context = await lendContext(browser, baseURL)
    await signIn(context, account.username, password)
    return { ...account, context }
  }
  const [ann, ben, cleo] = people
  return { ...place, ann: await signedIn(ann), ben: await signedIn(ben), cleo: await signedIn(cleo) }
}

async function makePlace(call: ApiCall): Promise<Place> {
  const tag = Math.random().toString(36).slice(2, 8)
  const post = async (path: string, body: object) => (await call('POST', path, body)).body as { id: number }
  const group = await post('groups', { name: `Threads ${tag}`, path: `threads-${tag}`, visibility: 'public' })
  const project = await post('projects', { name: 'Loom', path: 'loom', namespace_id: group.id, visibility: 'public' })
  const person = async (name: string, level: number): Promise<Account> => {
    const username = `${name}${tag}`
    const email = `${username}@weavers.example`
    const { id } = await post('users', { username, name: username, email, password, skip_confirmation: true })
    await post(`projects/${project.id}/members`, { user_id: id, access_level: level })
    return { username, id }
  }
  const people = [await person('ann', 40), await person('ben', 30), await person('cleo', 10)] as const
  return { path: `/threads-${tag}/loom/-/issues`, projectId: project.id, people }
}

export interface Issue {
  readonly iid: number
  readonly path: string
  readonly api: string
}

export async function newIssue(call: ApiCall, { path, projectId }: Scene, by?: Person): Promise<Issue> {
  const as = by === undefined ? '' : `?sudo=${by.id}`
  const { body } = await call('POST', `projects/${projectId}/issues${as}`, { title: 'The shuttle jams' })
  const { iid } = body as { iid: number }
  return { iid, path: `${path}/${iid}`, api: `projects/${projectId}/issues/${iid}` }
}

export async function open({ context }: Person, issue: Issue, hash = ''): Promise<Page> {
  const page = await pageIn(context)
  await page.goto(`${issue.path}${hash}`)
  await expect(box(page)).toBeVisible()
  return page
}

export const box = (page: Page) => page.getByRole('textbox', { name: 'Comment', exact: true })
export const comments = (page: Page) => page.getByRole('article', { name: /^Comment by/ })
export const saying = (page: Page, text: string | RegExp) => comments(page).filter({ hasText: text })
export const send = (page: Page) => box(page).press('Control+Enter')
export const openThreads = (page: Page) => page.getByRole('navigation', { name: 'Open threads' })

export async function write(call: ApiCall, { api }: Issue, by: Person, kind: 'notes' | 'discussions', body: string) {
  const answer = await call('POST', `${api}/${kind}?sudo=${by.id}`, { body })
  return answer.body as { id: number | string; notes?: { id: number }[] }
}

const mostAtOnce = 30

/**
 * Write many comments, some at the same time. Their author is the administrator, who may set their dates: these keep the comments in the
 * order of their texts.
 *
 * @returns their ids, in that order
 */
export async function writeMany(call: ApiCall, { api }: Issue, bodies: readonly string[]): Promise<readonly number[]> {
  const firstMs = Date.now() - bodies.length * 1_000
  const post = async (body: string, at: number) => {
    const answer = await call('POST', `${api}/notes`, {
      body,
      created_at: new Date(firstMs + at * 1_000).toISOString(),
    })
    expect(answer.status).toBe(201)
    return (answer.body as { readonly id: number }).id
  }
  const ids: number[] = []
  for (let from = 0; from < bodies.length; from += mostAtOnce)
    ids.push(
      ...(await Promise.all(bodies.slice(from, from + mostAtOnce).map((body, index) => post(body, from + index)))),
    )
  return ids
}

/** Hold what is sent back until it is let go. */
export async function holdBack(page: Page, address: RegExp, method: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(address, async route => {
    if (route.request().method() === method) await released
    await route.fallback()
  })
  return () => release()
}

export const fail = (page: Page, address: RegExp, method: string) =>
  page.route(address, route =>
    route.request().method() === method ? route.fulfill({ status: 500 }) : route.continue(),
  )
