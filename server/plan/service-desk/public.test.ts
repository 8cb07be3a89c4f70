import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { updateProject } from '#contract/foundation/projects.ts'
import { createProjectUpload } from '#contract/foundation/uploads.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { getIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import {
  answerServiceDeskRequest,
  createRequestPuzzle,
  createServiceDeskRequest,
  getRequestForm,
  getServiceDeskFile,
  getServiceDeskRequest,
  setServiceDeskRequestState,
} from '#contract/plan/service-desk/request-pages.ts'
import { updateServiceDesk } from '#contract/plan/service-desk/service-desk.ts'
import { appWorld } from '#test/world/app.ts'
import { sentFile } from '#test/world/furnished/files.ts'
import { outcomeOf, type World, world } from '#test/world/world.ts'
import { startsWithZeroBits } from '#web/plan/service-desk/sha256.ts'

function solved(puzzle: string, zeroBits: number): number {
  let answer = 0
  while (!startsWithZeroBits(`${puzzle}:${answer}`, zeroBits)) answer += 1
  return answer
}

/** A service desk with its public form, whose files have a folder of their own. */
async function deskWithFiles<Made extends World>(make: (settings: Readonly<Record<string, string>>) => Promise<Made>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'weft-desk-files-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const it = await make({ DATA_DIR: dataDir })
  const namespace = it.project.fullPath
  await it.as('mina').call(updateServiceDesk, { namespace, enabled: true, hasForm: true })
  const anon = it.as('anon')
  const { puzzle, zeroBits } = await anon.call(createRequestPuzzle, { namespace })
  const given = { namespace, email: 'hugo@shop.example', title: 'No thread', description: 'See there.', puzzle }
  return { ...it, anon, namespace, given: { ...given, answer: solved(puzzle, zeroBits) } }
}

test('a visitor sends a request by the public form of a private project, follows, answers, closes and reopens it by its link', async () => {
  const { as, project } = await world()
  const namespace = project.fullPath
  const anon = as('anon')
  expect(await outcomeOf(anon.call(getRequestForm, { namespace }))).toBe('not_found')
  await as('mina').call(updateServiceDesk, { namespace, enabled: true, hasForm: true })
  const { puzzle, zeroBits } = await anon.call(createRequestPuzzle, { namespace })
  const answer = solved(puzzle, zeroBits)
  const hash = createHash('sha256').update(`${puzzle}:${answer}`).digest()
  expect(hash.readUInt32BE(0) >>> (32 - zeroBits)).toBe(0)
  const given = {
    namespace,
    email: 'Hugo@shop.example',
    title: 'No thread',
    description: 'It is **gone**.',
    puzzle,
    answer,
  }
  for (const wrong of [{ email: 'hugo' }, { title: ' ' }, { answer: answer + 1 }])
    expect((await anon.reply(createServiceDeskRequest, { ...given, ...wrong })).status).toBe(400)
  const { path } = await anon.call(createServiceDeskRequest, given)
  expect((await anon.reply(createServiceDeskRequest, given)).status).toBe(400)
  const token = path.split('/').at(-1) ?? ''
  const ref = { id: project.id, issueIid: 1 }
  await as('dan').call(issueDiscussion.createNote, { ...ref, body: 'Which color?' })
  await as('dan').call(issueDiscussion.createNote, { ...ref, body: 'A secret', internal: true })
  await anon.call(answerServiceDeskRequest, { token, body: 'Blue.\n/close' })
  const shown = await anon.call(getServiceDeskRequest, { token })
  expect(shown.comments.map(comment => [comment.isOwn, comment.html.replace(/<[^>]+>/g, '').trim()])).toEqual([
    [false, 'Which color?'],
    [true, expect.stringContaining('Blue.')],
  ])
  for (const state of ['closed', 'opened'] as const) {
    await anon.call(setServiceDeskRequestState, { token, state })
    expect(await as('mina').call(getIssue, ref)).toMatchObject({
      state,
      confidential: true,
      serviceDeskReplyTo: 'hugo@shop.example',
    })
  }
  expect(await outcomeOf(anon.call(getServiceDeskRequest, { token: `${token}x` }))).toBe('not_found')
  await as('mina').call(updateProject, { id: project.id, issuesAccessLevel: 'disabled' })
  expect(await outcomeOf(anon.call(getServiceDeskRequest, { token }))).toBe('not_found')
  expect(await outcomeOf(anon.call(getRequestForm, { namespace }))).toBe('not_found')
})

test('files of the form, of answers and of public comments are shown by the secret link, those of internal notes and other projects are not', async () => {
  const { anon, as, build, given, project } = await deskWithFiles(settings => world({ settings }))
  const text = (name: string, content: string) => sentFile(name, 'text/plain', content)
  const files = [await text('yarn.txt', 'red'), await text('loom.txt', 'oak')]
  const { path } = await anon.call(createServiceDeskRequest, { ...given, files })
  const token = path.split('/').at(-1) ?? ''
  const ref = { id: project.id, issueIid: 1 }
  const upload = async (name: string, id = project.id) =>
    as('root').call(createProjectUpload, { id, file: await text(name, name) })
  const say = (body: string, internal = false) =>
    as('mina').call(issueDiscussion.createNote, { ...ref, body, internal })
  const open = await upload('answer.txt')
  const internal = await upload('internal.txt')
  const other = await build.project()
  const foreign = await upload('foreign.txt', other.id)
  await say(`Read ${open.markdown}`)
  await say(`Between us: ${internal.markdown}`, true)
  await anon.call(answerServiceDeskRequest, { token, body: '', files: [await text('again.txt', 'blue')] })
  // Neither a secret that the visitor types nor one of another project opens a file.
  await anon.call(answerServiceDeskRequest, { token, body: `${internal.markdown} [foreign.txt](${foreign.fullPath})` })
  await say(`From there: [foreign.txt](${foreign.fullPath})`)

  const linksIn = (html: string) =>
    [...html.matchAll(/href="([^"]*\/files\/([0-9a-f]{32})\/([^"]+))"/g)].map(
      ([, href = '', secret = '', filename = '']) => {
        expect(href).toBe(`${path}/files/${secret}/${filename}`)
        return { token, secret, filename }
      },
    )
  const shown = await anon.call(getServiceDeskRequest, { token })
  const links = [shown.descriptionHtml, ...shown.comments.map(comment => comment.html)].flatMap(linksIn)
  const outcomes: (readonly [string, number])[] = []
  for (const link of links) outcomes.push([link.filename, (await anon.reply(getServiceDeskFile, link)).status])
  expect(outcomes).toEqual([
    ['yarn.txt', 200],
    ['loom.txt', 200],
    ['answer.txt', 200],
    ['again.txt', 200],
    ['internal.txt', 404],
  ])
  expect(JSON.stringify(shown)).not.toContain('/uploads/')
  const secretOf = (url: string) => url.split('/').at(-2) ?? ''
  for (const secret of [internal, foreign].map(each => secretOf(each.url)))
    for (const filename of ['internal.txt', 'foreign.txt'])
      expect(await outcomeOf(anon.call(getServiceDeskFile, { token, secret, filename }))).toBe('not_found')
  const [first] = links
  if (first === undefined) throw new Error('no file is shown')
  expect(await outcomeOf(anon.call(getServiceDeskFile, { ...first, token: `${token}x` }))).toBe('not_found')
  // A member who edits the description answers for its files.
  await as('mina').call(updateIssue, { ...ref, description: `See ${open.markdown}` })
  const edited = await anon.call(getServiceDeskRequest, { token })
  expect(linksIn(edited.descriptionHtml).map(link => link.filename)).toEqual(['answer.txt'])
})

test('the form and the page of a request take files without a session only with a solved puzzle or a link, few and small', async () => {
  const { app, given, namespace } = await deskWithFiles(settings => appWorld([], { settings }))
  const send = async (url: string, fields: Readonly<Record<string, unknown>>, sizes: readonly number[]) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, String(value))
    for (const [index, size] of sizes.entries()) form.append('files[]', new Blob(['x'.repeat(size)]), `${index}.txt`)
    const request = new Request('http://weft.test/', { method: 'POST', body: form })
    const headers = { 'content-type': request.headers.get('content-type') ?? '' }
    return app.inject({ method: 'POST', url, headers, payload: Buffer.from(await request.arrayBuffer()) })
  }
  const form = `/${namespace}/-/service_desk/requests`
  const { namespace: _namespace, ...fields } = given
  const outcomes: Record<string, number> = {}
  for (const [what, values, sizes] of [
    ['a wrong answer', { ...fields, answer: 1 }, [1]],
    ['an answer that is an object', { ...fields, answer: undefined, 'answer[a]': 1, 'puzzle[]': 'x' }, [1]],
    ['long fields', { ...fields, other: 'x'.repeat(512 * 1024) }, [1]],
    ['six files', fields, Array(6).fill(1)],
    ['a large file', fields, [10 * 1024 * 1024 + 1]],
    ['five files', fields, Array(5).fill(1)],
    ['a used puzzle', fields, [1]],
  ] as const)
    outcomes[what] = (await send(form, values, sizes)).statusCode
  outcomes['no such link'] = (await send('/-/service_desk/requests/none/comments', { body: 'Hm' }, [1])).statusCode
  expect(outcomes).toEqual({
    'a wrong answer': 400,
    'an answer that is an object': 400,
    'long fields': 413,
    'six files': 413,
    'a large file': 413,
    'five files': 201,
    'a used puzzle': 400,
    'no such link': 404,
  })
})
