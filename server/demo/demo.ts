import { randomBytes } from 'node:crypto'
import type { Static, TObject, TSchema } from 'typebox'
import { createCommit } from '#contract/code/commits/commits.ts'
import { createGroup } from '#contract/foundation/groups.ts'
import { addGroupMember } from '#contract/foundation/members.ts'
import { createProject } from '#contract/foundation/projects.ts'
import { createUser } from '#contract/foundation/users.ts'
import type { Operation } from '#contract/operation.ts'
import { createProjectBoard, createProjectBoardList } from '#contract/plan/boards/boards.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { createIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import { createProjectLabel } from '#contract/plan/labels/labels.ts'
import { createProjectMilestone } from '#contract/plan/timeboxes/milestones.ts'
import { addSpentTime, setTimeEstimate } from '#contract/plan/timeboxes/time-tracking.ts'
import { type Actor, createContext, type Services } from '#server/context.ts'
import { userByIdOrUsername } from '#server/foundation/users/find.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { slices } from '#server/slices.ts'
import { makeAlerts } from './alerts.ts'
import type { DemoCaller } from './caller.ts'
import { makeDeployments } from './deployments.ts'
import { dayFromToday, makeEpics } from './epics.ts'
import { makeErrors } from './errors.ts'
import { makeFeatureFlags } from './feature-flags.ts'
import { makeMergeRequests } from './merge-requests.ts'
import { makeOnCall } from './on-call.ts'
import { makeCustomers, makeIterations } from './planning.ts'
import { makeFirstRelease, makeNextRelease } from './releases.ts'
import { makeRequests } from './requests.ts'
import { makeStatusPage } from './status.ts'
import { makeVulnerabilities } from './vulnerabilities.ts'

/** The address and logins for a look around in the demo world. */
export interface Demo {
  readonly usernames: readonly string[]
  /** The one password of all of them, made up now. */
  readonly password: string
  /** `/weft/loom` */
  readonly projectPath: string
}

const people = [
  { username: 'olga', name: 'Olga Sorensen', level: 50 },
  { username: 'mina', name: 'Mina Castellanos', level: 40 },
  { username: 'dan', name: 'Dan Okafor', level: 30 },
  { username: 'rita', name: 'Rita Lindqvist', level: 20 },
  { username: 'gus', name: 'Gus Hayashi', level: 10 },
] as const

type Person = (typeof people)[number]['username']

const labels = [
  ['type::bug', '#c2410c', 'Something is not working as intended'],
  ['type::feature', '#0f766e', 'New functionality'],
  ['priority::high', '#b91c1c', 'Needs attention first'],
  ['priority::low', '#64748b', 'Nice to have'],
  ['workflow::doing', '#1d4ed8', 'In progress'],
  ['workflow::review', '#a16207', 'Ready for review'],
  ['firmware', '#4338ca', ''],
  ['tension', '#7c3aed', 'Warp and weft tension'],
  ['docs', '#0369a1', ''],
  ['good first issue', '#15803d', 'Small, well described and not urgent'],
] as const

interface Planned {
  readonly by: Person
  readonly title: string
  readonly description: string
  readonly labels?: readonly string[]
  readonly assignees?: readonly Person[]
  readonly milestone?: 0 | 1
  readonly weight?: number
  readonly estimate?: string
  readonly spent?: string
  /** Days from today. */
  readonly due?: number
  readonly confidential?: boolean
  readonly closed?: boolean
  readonly comments?: readonly (readonly [Person, string])[]
  readonly thumbs?: readonly Person[]
}

const issues: readonly Planned[] = [
  {
    by: 'rita',
    title: 'Shuttle stalls when two weft colors follow each other within 40 ms',
    description:
      'On the wide loom, the shuttle stops between picks when the pattern switches between two colors in quick succession.\n\n**Steps**\n\n1. Load `patterns/herringbone.wif`\n2. Run at 180 picks per minute\n3. Watch pick 212\n\n**Expected:** the loom keeps running. **Actual:** it stalls for about half a second, then:\n\n```\nE 4021 selector busy (pick=212, color=3)\n```\n\n- [x] Reproduced on loom 2\n- [x] Reproduced on loom 5\n- [ ] Test with the old selector board',
    labels: ['type::bug', 'priority::high', 'firmware'],
    assignees: ['dan'],
    milestone: 0,
    weight: 5,
    estimate: '1d 2h',
    spent: '3h 30m',
    due: 2,
    comments: [
      [
        'dan',
        'I can reproduce it on the bench. The selector waits for the *previous* solenoid to report back, which takes up to 38 ms.\n\nA queue of two would be enough: the second pick can be latched while the first one is in flight.',
      ],
      ['mina', '@dan does that still hold at 220 picks per minute? The spare looms in the east hall run that fast.'],
      [
        'dan',
        'At 220 we have 273 ms per pick, so yes, with room to spare:\n\n| picks/min | ms per pick | selector |\n|---|---|---|\n| 180 | 333 | 76 |\n| 220 | 273 | 76 |\n| 300 | 200 | 76 |',
      ],
      ['rita', "Tried this morning's build on loom 2: **no stalls in 4,000 picks** :tada:"],
    ],
    thumbs: ['mina', 'gus', 'olga'],
  },
  {
    by: 'mina',
    title: 'Show the tension of every warp beam on one screen',
    description:
      'Operators walk between six panels to compare tensions. One live page with all beams would save them the trip.\n\nFirst idea: a small bar for each beam, red outside ±8%. See #1 for what happens when no one is looking.',
    labels: ['type::feature', 'tension'],
    assignees: ['mina', 'rita'],
    milestone: 1,
    weight: 8,
    estimate: '2w',
    due: 21,
    comments: [
      ['gus', 'Could it also show the *last hour*? A beam that drifts slowly is worse than one that jumps.'],
      ['mina', 'Good point, added to the sketch.'],
    ],
    thumbs: ['gus', 'dan'],
  },
  {
    by: 'gus',
    title: 'Manual: explain how to thread the heddles for twill',
    description: 'The chapter only covers plain weave. ~docs',
    labels: ['docs', 'good first issue', 'priority::low'],
    weight: 1,
  },
  {
    by: 'dan',
    title: 'Selector queue: keep two picks ahead',
    description: 'Follow-up to #1. The queue is in `selector.c` and must survive a reset in the middle of a pick.',
    labels: ['type::feature', 'firmware'],
    assignees: ['dan'],
    milestone: 0,
    weight: 3,
    due: 4,
    comments: [['olga', 'Please make the queue length a constant of the board, not of the pattern.']],
  },
  {
    by: 'olga',
    title: 'Supplier changes the yarn sensor in March',
    description:
      'They are discontinuing the old model. The new one reports twice as often, in the same frames. Please keep this between us until the contract is signed.',
    confidential: true,
    labels: ['priority::high'],
    assignees: ['olga'],
    due: 30,
  },
  {
    by: 'rita',
    title: 'Stop lamp stays on after a weft break is fixed',
    description: 'Only after a second break within a minute.',
    labels: ['type::bug', 'firmware'],
    assignees: ['dan'],
    closed: true,
    comments: [
      ['dan', "The lamp waited for the wrong edge. Fixed in Tuesday's build."],
      ['rita', 'Confirmed.'],
    ],
  },
  {
    by: 'gus',
    title: 'Which patterns can I share with the museum?',
    description: 'They asked for three. Do we own `herringbone.wif`?',
    closed: true,
    comments: [['olga', 'Yes, we own everything in `patterns/`. Go ahead!']],
  },
  {
    by: 'mina',
    title: 'Log every tension change with its cause',
    description: 'The log says *that* the tension changed, but not *why*: operator, program or sensor.',
    labels: ['type::feature', 'tension', 'priority::low'],
    milestone: 1,
    weight: 3,
  },
  {
    by: 'dan',
    title: 'Picks per minute are rounded down on the display',
    description: '`179.9` shows as 179.',
    labels: ['type::bug', 'good first issue', 'priority::low'],
    weight: 1,
    thumbs: ['rita'],
  },
  {
    by: 'rita',
    title: 'Warn before the bobbin runs out',
    description: 'A warning twenty picks ahead would leave enough time to splice without stopping.',
    labels: ['type::feature'],
    milestone: 1,
    weight: 5,
    due: -3,
    assignees: ['rita'],
  },
]

const readme = `# Loom

Firmware and patterns for the shuttle looms in the east and west halls.

- \`src/\` selector and take-up
- \`patterns/\` weaving patterns
`

const selector = `#include "selector.h"

/* One pick is in flight while the next one is latched. */
static struct pick queue[SELECTOR_AHEAD];
static unsigned head, length;

int selector_push(struct pick pick)
{
	if (length == SELECTOR_AHEAD)
		return -EBUSY;
	queue[(head + length++) % SELECTOR_AHEAD] = pick;
	return 0;
}
`

/** Make a small world to look around in, through the operations that all clients use. Only for a fresh database. */
export async function makeDemo(db: Db, services: Services): Promise<Demo> {
  const answers = new Map(slices.flatMap(slice => slice.answers ?? []).map(each => [each.operation, each]))
  const actors = new Map<string, Actor>()
  const as = async <I extends TObject, R extends TSchema>(
    who: string,
    operation: Operation<I, R>,
    input: Static<I>,
  ): Promise<unknown> => {
    const actor = actors.get(who) ?? (await userByIdOrUsername(db, who))
    const answer = answers.get(operation)
    if (actor === null || answer === undefined) throw new Error(`The demo cannot ${operation.name} as ${who}`)
    actors.set(who, actor)
    // The input is of the operation's own type.
    return answer.run(createContext({ actor, db, services, requestId: 'demo' }), input as never)
  }
  const password = randomBytes(9).toString('base64url')
  for (const { username, name } of people) {
    await as('root', createUser, {
      username,
      name,
      email: `${username}@demo.example`,
      password,
      skipConfirmation: true,
    })
  }
  // Includes people who are assigned before their first own action.
  for (const { username } of people) {
    const person = await userByIdOrUsername(db, username)
    if (person !== null) actors.set(username, person)
  }
  await as('root', createGroup, { name: 'Weft', path: 'weft', visibility: 'internal' })
  for (const { username, level } of people)
    await as('root', addGroupMember, { id: 'weft', username: [username], accessLevel: level })
  const group = await db.selectFrom('namespaces').select('id').where('fullPath', '=', 'weft').executeTakeFirstOrThrow()
  const id = 'weft/loom'
  await as('olga', createProject, {
    name: 'Loom',
    path: 'loom',
    namespaceId: group.id,
    visibility: 'internal',
    description: 'Firmware and patterns for the shuttle looms.',
  })
  for (const [name, color, description] of labels)
    await as('mina', createProjectLabel, { id, name, color, description })
  const milestones: number[] = []
  for (const [title, startDate, dueDate] of [
    ['Spring fair', dayFromToday(-14), dayFromToday(14)],
    ['Autumn collection', dayFromToday(15), dayFromToday(120)],
  ] as const) {
    await as('mina', createProjectMilestone, { id, title, startDate, dueDate })
    const row = await db.selectFrom('milestones').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
    milestones.push(row.id)
  }
  // Dan wrote them; only maintainers push to main.
  const byDan = { authorName: 'Dan Okafor', authorEmail: 'dan@demo.example' }
  await as('mina', createCommit, {
    id,
    branch: 'main',
    ...byDan,
    commitMessage: 'Add the herringbone pattern',
    actions: [
      file('README.md', readme),
      file('patterns/herringbone.wif', '[WIF]\nVersion=1.1\nSource Program=Loom\n\n[WEAVING]\nShafts=4\nTreadles=4\n'),
    ],
  })
  await as('mina', createCommit, {
    id,
    branch: 'main',
    ...byDan,
    commitMessage: 'selector: Keep two picks ahead\n\nLatch the second pick while the first one is in flight. See #1.',
    actions: [file('src/selector.c', selector), file('src/selector.h', '#pragma once\n\n#define SELECTOR_AHEAD 2\n')],
  })
  for (const [index, planned] of issues.entries()) await makeIssue(as, id, index + 1, planned, milestones, actors)
  await makeEpics(db, as, 'weft', id)
  const mina = actors.get('mina')
  if (mina !== undefined) {
    const ctx = createContext({ actor: mina, db, services, requestId: 'demo' })
    await makeCustomers(ctx, as, 'weft', id)
    await makeIterations(ctx, as, 'weft', id)
  }
  await makeBoard(db, as, id)
  await makeFirstRelease(as, id)
  await makeMergeRequests(db, as, id, username => idOf(actors, username))
  await makeNextRelease(as, id)
  await makeDeployments(db, as, id)
  await makeFeatureFlags(db, as, id)
  await makeStatusPage(db, as, id)
  await makeErrors(db, services, as, id)
  await makeVulnerabilities(db, as, id)
  if (mina !== undefined) await makeOnCall(createContext({ actor: mina, db, services, requestId: 'demo' }), id)
  await makeAlerts(as, id)
  if (mina !== undefined) await makeRequests(createContext({ actor: mina, db, services, requestId: 'demo' }), as, id)
  return { usernames: people.map(person => person.username), password, projectPath: `/${id}` }
}

async function makeIssue(
  as: DemoCaller,
  id: string,
  issueIid: number,
  planned: Planned,
  milestones: readonly number[],
  actors: ReadonlyMap<string, Actor>,
): Promise<void> {
  const milestoneId = planned.milestone === undefined ? undefined : milestones[planned.milestone]
  await as(planned.by, createIssue, {
    id,
    title: planned.title,
    description: planned.description,
    confidential: planned.confidential ?? false,
  })
  await as('mina', updateIssue, {
    id,
    issueIid,
    labels: [...(planned.labels ?? [])],
    ...(planned.assignees === undefined ? {} : { assigneeIds: planned.assignees.flatMap(name => idOf(actors, name)) }),
    ...(milestoneId === undefined ? {} : { milestoneId }),
    ...(planned.weight === undefined ? {} : { weight: planned.weight }),
    ...(planned.due === undefined ? {} : { dueDate: dayFromToday(planned.due) }),
  })
  const issue = { id, issueIid }
  if (planned.estimate !== undefined) await as('mina', setTimeEstimate, { ...issue, duration: planned.estimate })
  if (planned.spent !== undefined) await as('dan', addSpentTime, { ...issue, duration: planned.spent })
  for (const [who, body] of planned.comments ?? []) await as(who, issueDiscussion.createNote, { id, issueIid, body })
  for (const who of planned.thumbs ?? []) await as(who, issueDiscussion.createAward, { id, issueIid, name: 'thumbsup' })
  if (planned.closed) await as('mina', updateIssue, { id, issueIid, stateEvent: 'close' })
}

/** A board with a list for each step of the work. */
async function makeBoard(db: Db, as: DemoCaller, id: string): Promise<void> {
  await as('mina', createProjectBoard, { id, name: 'Development' })
  const board = await db.selectFrom('boards').select('id').executeTakeFirstOrThrow()
  const steps = await db.selectFrom('labels').select('id').where('title', 'like', 'workflow::%').orderBy('id').execute()
  for (const step of steps) await as('mina', createProjectBoardList, { id, boardId: board.id, labelId: step.id })
  const open = await db
    .selectFrom('issuables')
    .select('iid')
    .where('series', '=', 'issue')
    .where('state', '=', 'opened')
    .orderBy('iid')
    .limit(3)
    .execute()
  for (const [index, { iid }] of open.entries())
    await as('dan', updateIssue, {
      id,
      issueIid: iid,
      addLabels: [index === 0 ? 'workflow::review' : 'workflow::doing'],
    })
}

const idOf = (actors: ReadonlyMap<string, Actor>, name: string): readonly number[] => {
  const actor = actors.get(name)
  return actor?.kind === 'user' ? [actor.id] : []
}

const file = (filePath: string, content: string) => ({ action: 'create' as const, filePath, content })
