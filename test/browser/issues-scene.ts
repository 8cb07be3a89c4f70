import { type Browser, expect, type Page } from '@playwright/test'
import type { ApiCall, Weft } from './fixtures.ts'
import { signIn } from './sign-in.ts'

const password = 'a-password-of-the-weavers'

interface Made {
  readonly id: number
  readonly iid: number
}

/** A project with people in it: `dan` is a developer, `rita` a reporter, `gus` a guest. */
export interface IssueScene {
  readonly path: string
  readonly projectId: number
  readonly people: Readonly<Record<'dan' | 'rita' | 'gus', { readonly id: number; readonly username: string }>>
  readonly make: (path: string, body: object) => Promise<Made>
  /** Some more reporters, named `Weaver 1` and so on. */
  readonly crowd: (count: number) => Promise<readonly { readonly id: number; readonly username: string }[]>
  readonly issue: (values?: object) => Promise<Made>
  /** Make an issue, and open its page. */
  readonly openIssue: (
    who: 'dan' | 'rita' | 'gus',
    values?: object,
    options?: object,
  ) => Promise<Made & { readonly page: Page }>
  /** Make an issue, and go to its page in a window that is open. */
  readonly showIssue: (page: Page, values?: object) => Promise<Made>
  /** Change an issue from elsewhere. */
  readonly change: (iid: number, values: object) => Promise<void>
  /** A page of a browser of its own in which somebody is signed in. */
  readonly openAs: (who: 'dan' | 'rita' | 'gus', path: string, options?: object) => Promise<Page>
}

let scenes = 0

export async function issueScene(browser: Browser, call: ApiCall, weft: Weft): Promise<IssueScene> {
  scenes += 1
  const name = `s${scenes}x${process.pid}`
  const make = async (path: string, body: object) => {
    const answer = await call('POST', path, body)
    expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    // What was made has an id and, where it is counted, an iid.
    return answer.body as Made
  }
  const group = await make('groups', { name: `Weavers ${name}`, path: name, visibility: 'public' })
  const project = await make('projects', { name: 'Loom', path: 'loom', namespace_id: group.id, visibility: 'public' })
  const person = async (role: string, level: number, title = role.charAt(0).toUpperCase() + role.slice(1)) => {
    const username = `${role}-${name}`
    const { id } = await make('users', {
      username,
      name: `${title} of ${name}`,
      email: `${username}@weavers.example`,
      password,
      skip_confirmation: true,
    })
    await make(`projects/${project.id}/members`, { user_id: id, access_level: level })
    return { id, username }
  }
  const people = { dan: await person('dan', 30), rita: await person('rita', 20), gus: await person('gus', 10) }
  const path = `/${name}/loom`
  const issues = `projects/${project.id}/issues`
  const issue = (values: object = {}) => make(issues, { title: 'The shuttle jams', ...values })
  const openAs: IssueScene['openAs'] = async (who, address, options = {}) => {
    const context = await browser.newContext({ baseURL: weft.baseURL, ...options })
    await signIn(context, people[who].username, password)
    const page = await context.newPage()
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    return page
  }
  return {
    path,
    projectId: project.id,
    people,
    make,
    crowd: count =>
      Promise.all(Array.from({ length: count }, (_, index) => person(`weaver${index + 1}`, 20, `Weaver ${index + 1}`))),
    issue,
    openAs,
    openIssue: async (who, values, options) => {
      const made = await issue(values)
      return { ...made, page: await openAs(who, `${path}/-/issues/${made.iid}`, options) }
    },
    showIssue: async (page, values) => {
      const made = await issue(values)
      await visit(page, `${path}/-/issues/${made.iid}`)
      await expect(page).toHaveTitle(new RegExp(`\\(#${made.iid}\\) · `))
      return made
    },
    change: async (iid, values) => {
      const { status, body } = await call('PUT', `${issues}/${iid}`, values)
      expect(status, JSON.stringify(body)).toBeLessThan(300)
    },
  }
}

/** Go to another page inside the application, as its links do: loading a document anew costs more than most tests. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate(to => history.pushState(null, '', to), path)
}

/** A field of the sidebar. */
export const field = (page: Page, name: string | RegExp) =>
  page.getByRole('complementary', { name: 'Fields' }).getByRole('group', { name, exact: typeof name === 'string' })

/** The rows of the list. */
export const rows = (page: Page) => page.getByRole('list', { name: 'Issues', exact: true }).getByRole('listitem')

/** What the other browser is given: a second, and room for a machine that does other things besides. */
export const live = { timeout: 6_000 }
