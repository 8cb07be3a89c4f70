import { sql } from 'kysely'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { updateIssue } from '#contract/plan/issues/issues.ts'
import { updateServiceDesk } from '#contract/plan/service-desk/service-desk.ts'
import type { Context } from '#server/context.ts'
import { addAnswer } from '#server/plan/service-desk/answer.ts'
import { findDesk } from '#server/plan/service-desk/desk.ts'
import { createRequest } from '#server/plan/service-desk/request.ts'
import type { DemoCaller } from './caller.ts'

interface PlannedRequest {
  readonly email: string
  readonly name: string
  readonly title: string
  readonly text: string
  /** Others in Cc. */
  readonly others?: readonly string[]
  readonly reply?: readonly ['dan' | 'rita', string]
  readonly answer?: string
  readonly closed?: boolean
  readonly isUnverified?: boolean
}

const requests: readonly PlannedRequest[] = [
  {
    email: 'ingrid@museum.example',
    name: 'Ingrid Halvorsen',
    title: 'May we show the herringbone pattern?',
    text: 'We would like to print it on the poster of our summer exhibition. Whom do we name as its author?',
    reply: ['rita', 'Gladly. Please name "Weft, west hall", and send us a poster!'],
    answer: 'Thank you, we will.',
    closed: true,
  },
  {
    email: 'tomas@northlight.example',
    name: 'Tomás Ferreira',
    title: 'Loom 4 stops after last night’s update',
    text: 'Since the update, loom 4 stops about once an hour with **E 4021**. The other seven run.\n\n1. It stops in the middle of a pick.\n2. After a restart, it runs again.',
    others: ['aiko@northlight.example'],
    reply: ['dan', 'Which selector board does loom 4 have? The number is on the label inside the door.'],
    answer: 'It says SB-2. The other looms have SB-3.',
  },
  {
    email: 'aiko@northlight.example',
    name: 'Aiko Tanaka',
    title: 'Invoice for the spare bobbins',
    text: 'Could you send the invoice again? We cannot find it.',
  },
  {
    email: 'billing@northlight.example',
    name: 'Northlight Textiles',
    title: 'New bank account',
    text: 'Please pay to our new account from now on.',
    isUnverified: true,
  },
]

/** A service desk with its public form and some requests. */
export async function makeRequests(given: Context, as: DemoCaller, namespace: string): Promise<void> {
  // One after the other: comments are shown in the order of their times.
  const now = () => ({ ...given, now: new Date().toISOString() })
  await as('mina', updateServiceDesk, { namespace, enabled: true, hasForm: true, firstAnswerHours: 24 })
  const desk = await findDesk(given, sql`n.full_path = ${namespace}`)
  if (desk === null) throw new Error('the demo has no service desk')
  for (const { email, name, title, text, others = [], isUnverified = false, ...then } of requests) {
    const requester = { email, name, isUnverified }
    const message = { files: [], others, messageId: null }
    const issue = await createRequest(now(), desk, requester, { ...message, title, text, isConfirmed: false })
    if (issue === null) throw new Error('the demo has this request already')
    const ref = { id: namespace, issueIid: issue.iid }
    if (then.reply !== undefined) await as(then.reply[0], issueDiscussion.createNote, { ...ref, body: then.reply[1] })
    if (then.answer !== undefined)
      await addAnswer(now(), issue.id, requester, { ...message, others: [], text: then.answer })
    if (then.closed) await as('rita', updateIssue, { ...ref, stateEvent: 'close' })
  }
}
