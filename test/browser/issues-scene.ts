import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { unknownReader, writeReader } from '#contract/reader.ts'
import type { ApiCall, Weft } from './fixtures.ts'
import { signIn } from './sign-in.ts'
import { lendContext } from './windows.ts'

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
  /** Go to the page of an issue in a window that is open. */
  readonly visitIssue: (page: Page, iid: number) => Promise<void>
  /** Make an issue, and go to its page in a window that is open. */
  readonly showIssue: (page: Page, values?: object) => Promise<Made>
  /** Go to the list of issues in a window that is open. */
  readonly visitList: (page: Page) => Promise<void>
  /** The same people in another project. */
  readonly inNewProject: () => Promise<IssueScene>
  /** Change an issue from elsewhere. */
  readonly change: (iid: number, values: object) => Promise<void>
  /** A browser of its own in which a user is signed in. */
  readonly signedIn: (who: 'dan' | 'rita' | 'gus', options?: object) => Promise<BrowserContext>
  /** A page of a browser of its own in which a user is signed in. */
  readonly openAs: (who: 'dan' | 'rita' | 'gus', path: string, options?: object) => Promise<Page>
}

let scenes = 0

export async function issueScene(browser: Browser, call: ApiCall, weft: Weft): Promise<IssueScene> {
  scenes += 1
  const name = `s${scenes}x${process.pid}`
  const make = async (path: string, body: object) => {
    const answer = await call('POST', path, body)
    expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    // Every created object has an id and, where it is counted, an iid.
    return answer.body as Made
  }
  const group = await make('groups', { name: `Weavers ${name}`, path: name, visibility: 'public' })
  const person = async (role: string, title = role.charAt(0).toUpperCase() + role.slice(1)) => {
    const username = `${role}-${name}`
    const email = `${username}@weavers.example`
    const { id } = await make('users', {
      username,
      name: `${title} of ${name}`,
      email,
      password,
      skip_confirmation: true,
    })
    return { id, username }
  }
  const people = { dan: await person('dan'), rita: await person('rita'), gus: await person('gus') }
  const signedIn: IssueScene['signedIn'] = async (who, options = {}) => {
    const context = await browser.newContext({ baseURL: weft.baseURL, ...options })
    await signIn(context, people[who].username, password)
    return context
  }
  const openAs: IssueScene['openAs'] = async (who, address, options) => {
    const context = options === undefined ? await lendContext(browser, weft.baseURL) : null
    if (context !== null) await signIn(context, people[who].username, password)
    const page = context?.pages()[0] ?? (await (context ?? (await signedIn(who, options))).newPage())
    // Every field is in sight, also those in which nothing is set.
    const [reader] = Object.entries(writeReader({ ...unknownReader, language: 'en-US', choices: ['empty-fields'] }))
    if (reader) await page.context().addCookies([{ name: reader[0], value: reader[1], url: weft.baseURL }])
    await page.goto(address)
    // An issue that opens beside a list has one, too.
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    return page
  }
  let projects = 0
  const inNewProject = async (): Promise<IssueScene> => {
    projects += 1
    const [title, slug] = projects === 1 ? ['Loom', 'loom'] : [`Loom ${projects}`, `loom${projects}`]
    const project = await make('projects', { name: title, path: slug, namespace_id: group.id, visibility: 'public' })
    const admit = async <Who extends { readonly id: number }>(who: Who, level: number): Promise<Who> => {
      await make(`projects/${project.id}/members`, { user_id: who.id, access_level: level })
      return who
    }
    await admit(people.dan, 30)
    await admit(people.rita, 20)
    await admit(people.gus, 10)
    const path = `/${name}/${slug}`
    const issues = `projects/${project.id}/issues`
    const issue = (values: object = {}) => make(issues, { title: 'The shuttle jams', ...values })
    const visitIssue: IssueScene['visitIssue'] = (page, iid) => visit(page, `${path}/-/issues/${iid}`)
    return {
      path,
      projectId: project.id,
      people,
      make,
      inNewProject,
      crowd: count =>
        Promise.all(
          Array.from({ length: count }, async (_, index) =>
            admit(await person(`weaver${index + 1}`, `Weaver ${index + 1}`), 20),
          ),
        ),
      issue,
      signedIn,
      openAs,
      openIssue: async (who, values, options) => {
        const made = await issue(values)
        return { ...made, page: await openAs(who, `${path}/-/issues/${made.iid}`, options) }
      },
      visitIssue,
      showIssue: async (page, values) => {
        const made = await issue(values)
        await visitIssue(page, made.iid)
        return made
      },
      visitList: page => visit(page, `${path}/-/issues`),
      change: async (iid, values) => {
        const { status, body } = await call('PUT', `${issues}/${iid}`, values)
        expect(status, JSON.stringify(body)).toBeLessThan(300)
      },
    }
  }
  return inNewProject()
}

/** Go to another page inside the application: loading a document anew costs more than most tests. */
export async function visit(page: Page, path: string): Promise<void> {
  // The router has marked its entry of the history: before, it hears of no other address.
  await page.waitForFunction(() => history.state !== null)
  const [before, from] = [await page.title(), new URL(page.url())]
  await page.evaluate(to => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  if (new URL(path, from).pathname !== from.pathname) await expect(page).not.toHaveTitle(before)
}

/** A field of the sidebar. */
export const field = (page: Page, name: string | RegExp) =>
  page.getByRole('complementary', { name: 'Fields' }).getByRole('group', { name, exact: typeof name === 'string' })

/** Open a field of the sidebar. */
export const edit = (page: Page, name: string | RegExp, button = String(name)) =>
  field(page, name)
    .getByRole('button', { name: `Edit ${button}` })
    .click()

export const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** A day from today, `2026-01-31`. */
export const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)

/** The rows of the list. */
export const rows = (page: Page) => page.getByRole('list', { name: 'Issues', exact: true }).getByRole('listitem')

/**
 * The time within which the other browser must show a change: a second, with room for a machine that does other work.
 */
export const live = { timeout: 6_000 }
