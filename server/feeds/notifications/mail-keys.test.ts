import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createProjectDeployToken } from '#contract/foundation/deploy-tokens.ts'
import { createToken } from '#contract/foundation/tokens.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { createIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import { issueMailAddress } from '#contract/transfer/issue-mails.ts'
import { makeSecret } from '#server/platform/text/secret.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { world } from '#test/world/world.ts'
import { outsiderKey } from './outsider-key.ts'
import { deskLocalPart, replyLocalPart, replySecret } from './reply-address.ts'
import { statusKey } from './status-key.ts'

test('tokens of this site are blanked in texts, what only looks like one is not', async () => {
  const { as, build, db, project } = await world()
  const issue = await build.issue()
  const own = await as('gus').call(createToken, { name: 'own', scopes: ['api'] })
  const deploy = await as('olga').call(createProjectDeployToken, {
    id: project.id,
    name: 'machine',
    scopes: ['read_repository'],
  })
  const example = 'glpat-aaaaaaaaaaaaaaaaaaaaaaaa'
  const text = `curl -H "PRIVATE-TOKEN: ${own.token}", git clone https://x:${deploy.token}@weft.test, or ${example}`
  await as('gus').call(issueDiscussion.createNote, { ...issue.ref, body: text })
  await as('olga').call(createIssue, { id: project.id, title: `Leaked ${own.token}`, description: text })
  const { rows } = await sql<{ text: string }>`
    select body || coalesce(body_html, '') as text from notes union all select description || description_html || title || title_html from issuables`.execute(
    db,
  )
  const stored = rows.map(row => row.text).join('\n')
  expect(stored).toContain(example)
  expect(stored.split('[removed]').length - 1).toBeGreaterThanOrEqual(10)
  expect(stored).not.toContain(own.token)
  expect(stored).not.toContain(deploy.token)
})

test('no door stores the keys of a mail that someone quotes', async () => {
  const it = await world({ settings: { SMTP_IN_PORT: '2525' } })
  const { as, build, db, project, users } = it
  const issue = await build.issue()
  const secret = await replySecret(db)
  const { address } = await as('gus').call(issueMailAddress, { namespace: project.fullPath })
  const keys = [
    makeSecret(),
    outsiderKey(secret, { participantId: 1, issuableId: issue.id }),
    replyLocalPart(secret, { userId: users.gus.id, issuableId: issue.id, noteId: 7 }).slice('reply+'.length),
    address.split('@')[0]?.slice(-40, -'-issue'.length) ?? '',
    makeSecret(),
    makeSecret(),
    deskLocalPart(secret, { participantId: 1, issuableId: issue.id }).slice('desk+'.length),
    statusKey(secret, 'unsubscribe', 1),
  ]
  const [unsubscribe, outsider, reply, , reset, request, desk, subscriber] = keys
  const quoted = [
    `Unsubscribe: http://weft.test/-/sent_notifications/${unsubscribe}/unsubscribe`,
    `[Stop](http://weft.test/-/sent_notifications/${outsider}/unsubscribe)`,
    `X-GitLab-Reply-Key: ${unsubscribe}`,
    `reply+${reply}@weft.test and <REPLY+${reply?.toUpperCase()}@weft.test>`,
    address,
    `http://weft.test/users/password/edit?reset_password_token=${reset}`,
    `View: http://weft.test/-/service_desk/requests/${request}/files/x and desk+${desk}@weft.test`,
    `Confirm: http://weft.test/-/sent_notifications/${subscriber}/confirm`,
    'The words around them stay: reply+1-2@weft.test',
  ].join('\n\n')
  const note = await as('gus').call(issueDiscussion.createNote, { ...issue.ref, body: quoted })
  await as('gus').call(issueDiscussion.updateNote, {
    ...issue.ref,
    noteId: 'id' in note ? note.id : 0,
    body: `${quoted}\n\nagain`,
  })
  await as('olga').call(createIssue, { id: project.id, title: 'Mail', description: quoted })
  await as('olga').call(updateIssue, { ...issue.ref, description: quoted })
  await askGraphql(as('gus').ctx, `mutation ($input: CreateNoteInput!) { createNote(input: $input) { errors } }`, {
    input: { noteableId: `gid://gitlab/Issue/${issue.id}`, body: quoted },
  })
  const { rows } = await sql<{ text: string }>`
    select body || coalesce(body_html, '') as text from notes union all select body from former_note_texts
    union all select description || description_html || title from issuables union all select description from description_versions`.execute(
    db,
  )
  const stored = rows
    .map(row => row.text ?? '')
    .join('\n')
    .toLowerCase()
  expect(stored).toContain('[removed]')
  expect(stored).toContain('the words around them stay: reply+1-2@weft.test')
  expect(keys.filter(key => stored.includes(key.toLowerCase()))).toEqual([])
  // Two notes, of which one was edited, and two descriptions.
  expect(stored.split('the words around them stay').length - 1).toBeGreaterThan(6)
})
