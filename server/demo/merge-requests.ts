import { createCommit } from '#contract/code/commits/commits.ts'
import { mergeRequestDiscussion } from '#contract/code/merge-requests/merge-request-discussion.ts'
import { acceptMergeRequest, createMergeRequest } from '#contract/code/merge-requests/merge-requests.ts'
import type { Db } from '#server/platform/sql/database.ts'
import type { DemoCaller } from './caller.ts'

const lamp = `#include "lamp.h"

/* A weft break pulls the line low; the lamp goes off when it rises again. */
void lamp_on_edge(enum edge edge)
{
	lamp_set(edge == EDGE_FALLING);
}
`

const selectorWithReset = `#include "selector.h"

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

/* The pick in flight is woven to its end, the latched one is dropped. */
void selector_reset(void)
{
	length = length > 0;
}
`

const tensionPage = `# Tension screen

One bar for each warp beam, red outside ±8%.

- [x] Sketch
- [ ] The last hour, below each bar
- [ ] Which colors do the operators know from the panels?
`

interface Planned {
  readonly by: 'dan' | 'mina'
  readonly reviewer: string
  readonly branch: string
  readonly commit: string
  readonly action: 'create' | 'update'
  readonly path: string
  readonly content: string
  readonly title: string
  readonly description: string
  readonly labels: readonly string[]
}

const planned: readonly Planned[] = [
  {
    by: 'dan',
    reviewer: 'mina',
    branch: 'stop-lamp-edge',
    commit: 'lamp: Switch off at the rising edge',
    action: 'create',
    path: 'src/lamp.c',
    content: lamp,
    title: 'Stop lamp: switch off at the rising edge',
    description: 'The lamp waited for the wrong edge after a second break. See #6.',
    labels: ['type::bug', 'firmware'],
  },
  {
    by: 'dan',
    reviewer: 'mina',
    branch: 'selector-reset',
    commit: 'selector: Survive a reset in the middle of a pick',
    action: 'update',
    path: 'src/selector.c',
    content: selectorWithReset,
    title: 'Selector queue: survive a reset in the middle of a pick',
    description:
      'The pick in flight is woven to its end; the latched one is dropped and comes again with the pattern.\n\nCloses #4',
    labels: ['type::feature', 'firmware'],
  },
  {
    by: 'mina',
    reviewer: 'rita',
    branch: 'tension-screen',
    commit: 'docs: Sketch the tension screen',
    action: 'create',
    path: 'docs/tension-screen.md',
    content: tensionPage,
    title: 'Draft: Sketch the tension screen',
    description: 'What #2 could look like. Not finished: the last hour is missing.',
    labels: ['tension', 'docs'],
  },
]

/** Three merge requests of the demo: one is merged, one is in review, one is a draft. */
export async function makeMergeRequests(
  db: Db,
  as: DemoCaller,
  id: string,
  userIdOf: (username: string) => readonly number[],
): Promise<void> {
  // The merge requests are created one after another: they are numbered in this order.
  for (const { by, branch, commit, action, path, content, title, description, labels, reviewer } of planned) {
    await as(by, createCommit, {
      id,
      branch,
      startBranch: 'main',
      commitMessage: commit,
      actions: [{ action, filePath: path, content }],
    })
    await as(by, createMergeRequest, {
      id,
      sourceBranch: branch,
      targetBranch: 'main',
      title,
      description,
      labels: [...labels],
      assigneeIds: [...userIdOf(by)],
      reviewerIds: [...userIdOf(reviewer)],
    })
  }
  await as('mina', acceptMergeRequest, { id, mergeRequestIid: 1, shouldRemoveSourceBranch: true })
  await review(db, as, { id, mergeRequestIid: 2 })
}

async function review(
  db: Db,
  as: DemoCaller,
  at: { readonly id: string; readonly mergeRequestIid: number },
): Promise<void> {
  const { baseSha, startSha, headSha } = await db
    .selectFrom('mergeRequestVersions as v')
    .innerJoin('issuables as i', 'i.id', 'v.mergeRequestId')
    .select(['v.baseSha', 'v.startSha', 'v.headSha'])
    .where('i.iid', '=', at.mergeRequestIid)
    .executeTakeFirstOrThrow()
  const path = 'src/selector.c'
  await as('mina', mergeRequestDiscussion.createDiscussion, {
    ...at,
    body: 'An interrupt may push between the read and the write. Does this need a critical section?',
    position: {
      positionType: 'text',
      baseSha: baseSha ?? startSha,
      startSha,
      headSha,
      oldPath: path,
      newPath: path,
      newLine: 18,
    },
  })
  const thread = await db
    .selectFrom('notes as n')
    .innerJoin('issuables as i', 'i.id', 'n.issuableId')
    .select('n.discussionId')
    .where('i.type', '=', 'merge_request')
    .where('i.iid', '=', at.mergeRequestIid)
    .where('n.system', '=', false)
    .executeTakeFirstOrThrow()
  await as('dan', mergeRequestDiscussion.replyToDiscussion, {
    ...at,
    discussionId: thread.discussionId,
    body: 'It does: `selector_push` runs in the pick interrupt. I will mask it for these two lines.',
  })
}
