import { expect, type Locator, type Page } from '@playwright/test'
import { signInAsRoot } from './code-repository.ts'
import { type ApiCall, test } from './fixtures.ts'
import { type IssueScene, live, visit } from './issues-scene.ts'

test.setTimeout(120_000)

type Value = string | boolean
/**
 * The label of a field, its name in the API, what stands in it or, for the first one, what the other person makes of it, and what is made
 * of it here.
 */
type Field = readonly [label: string, name: string, theirs: Value, mine: Value]

interface Form {
  readonly name: string
  readonly make: (scene: IssueScene, call: ApiCall) => Promise<Opened>
  readonly x: Field
  readonly y: Field
  readonly save: string
}

interface ProtectedBranch {
  readonly merge_access_levels: readonly { readonly access_level: number }[]
}

interface Opened {
  /** The page on which the form is opened. */
  readonly path: string
  /** The button that opens the form; none where it stands on the page. */
  readonly open?: (page: Page) => Promise<void>
  readonly read: () => Promise<object>
  readonly write: (changes: object) => Promise<unknown>
}

/** A record that REST reads and writes at one address. */
const at = (call: ApiCall, address: string, verb = 'PUT') => ({
  read: async () => (await call('GET', address)).body as object,
  write: (changes: object) => call(verb, address, changes),
})

/** A record that GraphQL reads and writes. */
const inGraphql = (call: ApiCall, reading: string, mutation: string, input: object) => {
  const ask = async (query: string, variables: object = {}) =>
    (await call('POST', '/api/graphql', { query, variables })).body as { readonly data: object }
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input!`
  return {
    // The one record that the answer has at the bottom.
    read: async () => {
      let found: unknown = (await ask(reading)).data
      while (Array.isArray(found) || (found !== null && typeof found === 'object' && Object.keys(found).length === 1))
        found = Object.values(found)[0]
      return found as object
    },
    write: (changes: object) =>
      ask(`mutation($input: ${type}) { ${mutation}(input: $input) { errors } }`, { input: { ...input, ...changes } }),
  }
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name, exact: true }).click()

const fromMenu = (menu: string | RegExp, item: string) => async (page: Page) => {
  await press(menu)(page)
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

const forms: readonly Form[] = [
  {
    name: 'the approval rule of a project',
    make: async ({ projectId, path, people }, call) => {
      const rule = { name: 'Owners', approvals_required: 1, user_ids: [people.dan.id] }
      const { id } = (await call('POST', `projects/${projectId}/approval_rules`, rule)).body as { readonly id: number }
      return {
        path: `${path}/-/settings/merge_requests`,
        open: press(/^Edit (Owners|Leads)$/),
        ...at(call, `projects/${projectId}/approval_rules/${id}`),
      }
    },
    x: ['Required approvals', 'approvals_required', '3', '2'],
    y: ['Name', 'name', 'Leads', 'Owners'],
    save: 'Save rule',
  },
  {
    name: 'the approval settings of a project',
    make: async ({ projectId, path }, call) => ({
      path: `${path}/-/settings/merge_requests`,
      ...at(call, `projects/${projectId}/approvals`, 'POST'),
    }),
    x: ['Required approvals', 'approvals_before_merge', '3', '2'],
    y: ['Remove all approvals when commits are added', 'reset_approvals_on_push', false, true],
    save: 'Save approval settings',
  },
  {
    name: 'a protected branch',
    make: async ({ projectId, path }, call) => {
      await call('POST', `projects/${projectId}/protected_branches`, { name: 'stable', allow_force_push: true })
      const branch = at(call, `projects/${projectId}/protected_branches/stable`, 'PATCH')
      return {
        path: `${path}/-/settings/repository`,
        open: press('Edit stable'),
        ...branch,
        read: async () => {
          const { merge_access_levels: levels, ...rule } = (await branch.read()) as ProtectedBranch
          return { ...rule, merge_access_level: levels[0]?.access_level }
        },
      }
    },
    x: ['Allowed to merge', 'merge_access_level', '30', '0'],
    y: ['Allow force pushes', 'allow_force_push', true, false],
    save: 'Save protection',
  },
  {
    name: 'a deploy key',
    make: async ({ projectId, path }, call) => {
      const key = { title: 'Build', key: deployKey(), can_push: false }
      const { id } = (await call('POST', `projects/${projectId}/deploy_keys`, key)).body as { readonly id: number }
      return {
        path: `${path}/-/settings/repository`,
        open: press(/^Edit (Build|Deploy)$/),
        ...at(call, `projects/${projectId}/deploy_keys/${id}`),
      }
    },
    x: ['Title', 'title', 'Deploy', 'Test'],
    y: ['Allow write access', 'can_push', false, true],
    save: 'Save deploy key',
  },
  {
    name: 'a webhook',
    make: async ({ projectId, path }, call) => {
      const hook = { url: 'https://one.example/hook', name: 'One', push_events: true }
      const { id } = (await call('POST', `projects/${projectId}/hooks`, hook)).body as { readonly id: number }
      return { path: `${path}/-/hooks`, open: press('Edit'), ...at(call, `projects/${projectId}/hooks/${id}`) }
    },
    x: ['Name', 'name', 'Two', 'Three'],
    y: ['Issues', 'issues_events', false, true],
    save: 'Save changes',
  },
  {
    name: 'a board',
    make: async ({ projectId, path, make }, call) => {
      const { id } = await make(`projects/${projectId}/boards`, { name: 'Loom' })
      return {
        path: `${path}/-/boards/${id}`,
        open: fromMenu('More actions', 'Edit board'),
        ...at(call, `projects/${projectId}/boards/${id}`),
      }
    },
    x: ['Name', 'name', 'Frame', 'Wheel'],
    y: ['Show the list of closed issues', 'hide_closed_list', false, true],
    save: 'Save changes',
  },
  {
    name: 'an escalation policy',
    make: async ({ path, people }, call) => {
      const rules = '[{ username: "root", elapsedTimeSeconds: 60, status: RESOLVED }]'
      const projectPath = path.slice(1)
      const made = await call('POST', '/api/graphql', {
        query: `mutation { escalationPolicyCreate(input: { projectPath: "${projectPath}", name: "Night", rules: ${rules} }) { escalationPolicy { id } } }`,
      })
      const id = /gid:[^"]+/.exec(JSON.stringify(made.body))?.[0]
      expect(id, JSON.stringify([made.body, people.dan.id])).toBeDefined()
      const reading = `{ project(fullPath: "${projectPath}") { incidentManagementEscalationPolicies { nodes { name description } } } }`
      return {
        path: `${path}/-/escalation_policies`,
        open: fromMenu(/^(More actions|Actions for (Night|Day))$/, 'Edit'),
        ...inGraphql(call, reading, 'escalationPolicyUpdate', { id }),
      }
    },
    x: ['Name', 'name', 'Day', 'Dawn'],
    y: ['Description', 'description', '', 'Who is called'],
    save: 'Save changes',
  },
  {
    name: 'an on-call schedule',
    make: async ({ path }, call) => {
      const projectPath = path.slice(1)
      await call('POST', '/api/graphql', {
        query: `mutation { oncallScheduleCreate(input: { projectPath: "${projectPath}", name: "Firmware", timezone: "UTC" }) { errors } }`,
      })
      const reading = `{ project(fullPath: "${projectPath}") { incidentManagementOncallSchedules { nodes { name description } } } }`
      return {
        path: `${path}/-/oncall_schedules`,
        open: fromMenu(/^(More actions|Actions for (Firmware|Boards))$/, 'Edit schedule'),
        ...inGraphql(call, reading, 'oncallScheduleUpdate', { projectPath, iid: '1' }),
      }
    },
    x: ['Name', 'name', 'Boards', 'Web'],
    y: ['Description', 'description', '', 'Who is called'],
    save: 'Save changes',
  },
  {
    name: 'an iteration cadence',
    make: async (scene, call) => {
      const { group, id } = await cadenceOf(scene, call)
      const reading = `{ group(fullPath: "${group}") { iterationCadences { nodes { title description } } } }`
      return {
        path: `/groups/${group}/-/iterations`,
        open: fromMenu(/^More actions for (Sprints|Weeks)$/, 'Edit'),
        ...inGraphql(call, reading, 'iterationCadenceUpdate', { id }),
      }
    },
    x: ['Title', 'title', 'Weeks', 'Fortnights'],
    y: ['Description', 'description', '', 'Of the weavers'],
    save: 'Save changes',
  },
  {
    name: 'the profile',
    make: async (_scene, call) => ({
      path: '/-/user_settings/profile',
      read: async () => (await call('GET', 'user')).body as object,
      write: async changes => {
        const { id } = (await call('GET', 'user')).body as { readonly id: number }
        return call('PUT', `users/${id}`, changes)
      },
    }),
    x: ['Pronouns', 'pronouns', 'they', 'she'],
    y: ['Location', 'location', '', 'Leeds'],
    save: 'Save profile',
  },
  {
    name: 'the settings of the site',
    make: async (_scene, call) => ({ path: '/admin/settings', ...at(call, 'application/settings') }),
    x: ['Days before deletion', 'deletion_adjourned_period', '3', '5'],
    y: ['Default branch of new repositories', 'default_branch_name', 'main', 'trunk'],
    save: 'Save project settings',
  },
  {
    name: 'the provider of text messages and calls',
    make: async (_scene, call) => ({ path: '/admin/phone_provider', ...at(call, 'application/phone_provider') }),
    x: ['Messages and calls in 24 hours', 'daily_limit', '100', '300'],
    y: ['Username', 'username', '', 'AC1'],
    save: 'Save provider',
  },
  {
    name: 'the merge settings of a project',
    make: async ({ projectId, path }, call) => ({
      path: `${path}/-/settings/merge_requests`,
      ...at(call, `projects/${projectId}`),
    }),
    x: ['Previewed paths', 'file_preview_paths', 'docs/*', 'pages/*'],
    y: ['Pipelines must succeed', 'only_allow_merge_if_pipeline_succeeds', false, true],
    save: 'Save merge settings',
  },
]

let keys = 0
function deployKey(): string {
  keys += 1
  const body = Buffer.alloc(32, keys)
  const part = (bytes: Buffer) => Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes])
  return `ssh-ed25519 ${Buffer.concat([part(Buffer.from('ssh-ed25519')), part(body)]).toString('base64')}`
}

async function cadenceOf({ path }: IssueScene, call: ApiCall) {
  const group = path.split('/')[1] ?? ''
  const input = `{ groupPath: "${group}", title: "Sprints", active: true, automatic: false }`
  const made = await call('POST', '/api/graphql', {
    query: `mutation { iterationCadenceCreate(input: ${input}) { errors iterationCadence { id } } }`,
  })
  return { group, id: /gid:[^"]+/.exec(JSON.stringify(made.body))?.[0] }
}

const fieldIn = (form: Page | Locator, label: string) => form.getByLabel(label, { exact: true }).first()

async function fill(form: Page | Locator, label: string, value: Value): Promise<void> {
  const field = fieldIn(form, label)
  // A form may negate the value of the API: it only matters that the field changes.
  if (typeof value === 'boolean') await field.click()
  else if (await field.evaluate(element => element instanceof HTMLSelectElement)) await field.selectOption(value)
  else await field.fill(value)
}

for (const { name, make, x, y, save } of forms) {
  test(`two people edit ${name}: different fields both stay, and of one field the second is told and can save anyway`, async ({
    api,
    page,
    scene,
    weft,
  }) => {
    await signInAsRoot(page, weft)
    const { path, open, read, write } = await make(scene, api())
    const form = open === undefined ? page : page.getByRole('dialog')
    const [xLabel, xName, theirs, mine] = x
    const [yLabel, yName, yBefore, yMine] = y
    const asSent = (value: unknown) => (/^\d+$/.test(String(value)) ? Number(value) : value)
    const field = async (named: string) => Object.entries(await read()).find(([each]) => each === named)?.[1]
    const saved = async () => [await field(xName), await field(yName)]
    const submit = () => form.getByRole('button', { name: save }).click()
    const before = await field(xName)

    await page.goto(path)
    await open?.(page)
    await fill(form, yLabel, yMine)
    await write({ [xName]: asSent(theirs) })
    await submit()
    await expect.poll(saved, live).toEqual([asSent(theirs), yMine])

    // The page has what was saved, or reads it when it is opened again.
    await visit(page, '/-/user_settings/account')
    await visit(page, path)
    await open?.(page)
    await expect(fieldIn(form, xLabel)).toHaveValue(String(theirs))
    await fill(form, xLabel, mine)
    await write({ [xName]: before ?? '' })
    await submit()
    await expect(form.getByText('Someone else changed this while you were editing')).toBeVisible(live)
    await expect(form.getByRole('row', { name: new RegExp(`^${xLabel}`) })).toBeVisible()
    await expect(fieldIn(form, xLabel)).toHaveValue(String(mine))
    expect((await field(xName)) ?? '').toEqual(before ?? '')
    await form.getByRole('button', { name: 'Keep mine' }).click()
    await submit()
    await expect.poll(saved, live).toEqual([asSent(mine), yMine])
    // Other tests have the same site.
    await write({ [xName]: before ?? '', [yName]: yBefore })
  })
}

interface Listed {
  readonly name: string
  readonly make: (
    scene: IssueScene,
    call: ApiCall,
  ) => Promise<{ readonly path: string; readonly remove: () => unknown }>
  readonly open: (page: Page) => Promise<void>
  readonly field: string
  /** The sentence of the list once it is empty. */
  readonly without: string
}

/** A record of a project in REST, and the page that lists it. */
const listedAt =
  (records: string, values: object, page: string): Listed['make'] =>
  async ({ projectId, path }, call) => {
    const { id } = (await call('POST', `projects/${projectId}/${records}`, values)).body as { readonly id: number }
    return { path: `${path}/-/${page}`, remove: () => call('DELETE', `projects/${projectId}/${records}/${id}`) }
  }

const listed: readonly Listed[] = [
  {
    name: 'a webhook',
    make: listedAt('hooks', { url: 'https://one.example/hook', name: 'One' }, 'hooks'),
    open: press('Edit'),
    field: 'Name',
    without: 'No webhooks yet',
  },
  {
    name: 'a milestone',
    make: listedAt('milestones', { title: 'Spring' }, 'milestones'),
    open: fromMenu('More actions for Spring', 'Edit'),
    field: 'Title',
    without: 'No milestones yet',
  },
  {
    name: 'a badge',
    make: listedAt(
      'badges',
      { name: 'Build', link_url: 'https://one.example', image_url: 'https://one.example/a.svg' },
      'edit',
    ),
    open: press('Edit Build'),
    field: 'Link',
    without: 'No badges yet.',
  },
  {
    name: 'an iteration cadence',
    make: async (scene, call) => {
      const { group, id } = await cadenceOf(scene, call)
      const query = `mutation { iterationCadenceDestroy(input: { id: "${id}" }) { errors } }`
      return { path: `/groups/${group}/-/iterations`, remove: () => call('POST', '/api/graphql', { query }) }
    },
    open: fromMenu('More actions for Sprints', 'Edit'),
    field: 'Title',
    without: 'No iterations yet',
  },
  {
    name: 'a topic',
    make: async ({ projectId, make }, call) => {
      const name = `Weaving ${projectId}`
      const { id } = await make('topics', { name, title: 'Weaving' })
      return { path: `/admin/topics?search=${name}`, remove: () => call('DELETE', `topics/${id}`) }
    },
    open: fromMenu(/^Actions for Weaving/, 'Edit'),
    field: 'Name',
    without: 'No topics found',
  },
  {
    name: 'the only board',
    make: async ({ projectId, path, make }, call) => {
      const { id } = await make(`projects/${projectId}/boards`, { name: 'Loom' })
      return { path: `${path}/-/boards`, remove: () => call('DELETE', `projects/${projectId}/boards/${id}`) }
    },
    open: fromMenu('More actions', 'Edit board'),
    field: 'Name',
    without: 'No boards yet',
  },
]

// One of the fields takes addresses only.
const half = 'https://half.example/thought'

for (const { name, make, open, field, without } of listed) {
  test(`the form of ${name} that someone else has deleted keeps its words, and says so when they are saved`, async ({
    api,
    page,
    scene,
    weft,
  }) => {
    await signInAsRoot(page, weft)
    const { path, remove } = await make(scene, api())
    await page.goto(path)
    await open(page)
    const form = page.getByRole('dialog')
    await fieldIn(form, field).fill(half)
    await remove()
    await expect(page.getByText(without)).toBeVisible(live)
    await expect(fieldIn(form, field)).toHaveValue(half)
    await form.getByRole('button', { name: /^Save/ }).click()
    await expect(form.getByText(/It was deleted, or you no longer have access to it\.$/)).toBeVisible(live)
    await expect(fieldIn(form, field)).toHaveValue(half)
  })
}

test('text typed in a dialog can be copied when someone else deletes the page under it', async ({
  api,
  page,
  scene,
  weft,
}) => {
  await signInAsRoot(page, weft)
  const { id, iid } = await scene.make(`projects/${scene.projectId}/milestones`, { title: 'Spring' })
  await page.goto(`${scene.path}/-/milestones/${iid}`)
  await press('Edit')(page)
  await page.getByRole('dialog').getByLabel('Title').fill('Early spring')
  await api()('DELETE', `projects/${scene.projectId}/milestones/${id}`)
  await expect(page.getByRole('heading', { name: 'This page no longer exists' })).toBeVisible(live)
  await expect(page.getByRole('textbox', { name: 'Unsent draft' })).toHaveValue('Early spring')
})

test('EDIT-023 saving a description leaves the type that someone else has changed meanwhile', async ({
  api,
  scene,
}) => {
  const { iid, page } = await scene.openIssue('dan', { description: 'One' })
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  // The name of the form follows the type.
  const form = page.getByRole('form', { name: /^Edit (?:issue|incident)$/ })
  await form.getByRole('textbox', { name: 'Description' }).fill('Two')
  await scene.change(iid, { issue_type: 'incident' })
  await form.getByRole('button', { name: 'Save changes' }).click()
  const saved = async () => {
    const { body } = await api()('GET', `projects/${scene.projectId}/issues/${iid}`)
    const { description, issue_type: type } = body as { readonly description: string; readonly issue_type: string }
    return [description, type]
  }
  await expect.poll(saved, live).toEqual(['Two', 'incident'])
})
