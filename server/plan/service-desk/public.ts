import { sql } from 'kysely'
import { maxShownComments } from '#contract/plan/service-desk/request-pages.ts'
import { serviceDeskLimits } from '#contract/plan/service-desk/service-desk-limits.ts'
import { requestFilesPath, requestPath } from '#contract/plan/service-desk/service-desk-paths.ts'
import type { UploadedFile } from '#contract/shapes.ts'
import { load } from '#server/access/load.ts'
import { type Context, transact } from '#server/context.ts'
import { Invalid, NotFound, RateLimited } from '#server/errors.ts'
import { namespaceIs } from '#server/foundation/namespaces/find.ts'
import { countTries, type TryLimit } from '#server/foundation/passwords/tries.ts'
import { type Conditions, type StoredUpload, serveUpload } from '#server/foundation/uploads/serve.ts'
import { supportBot } from '#server/foundation/users/automation.ts'
import { emailProblems } from '#server/foundation/users/emails/email.ts'
import { issueById } from '#server/plan/issuables/find.ts'
import { closeIssue } from '#server/plan/issues/close.ts'
import { reopenIssue } from '#server/plan/issues/reopen.ts'
import { networkOf } from '#server/platform/limits/network.ts'
import type { MailFile } from '#server/platform/mail/read.ts'
import { withoutFiles, withoutReferences, withUploadsAt } from '#server/platform/markdown/redact.ts'
import { object } from '#server/platform/sql/shape.ts'
import { hashSecret } from '#server/platform/text/secret.ts'
import type { VisitorFiles } from '#server/slice.ts'
import { addAnswer } from './answer.ts'
import { findDesk, type ServiceDesk } from './desk.ts'
import { makeLinks, opensPage } from './links.ts'
import { checkPuzzle, makePuzzle, spendPuzzle, zeroBits } from './puzzle.ts'
import { createRequest } from './request.ts'

/** Requests and answers from one network in an hour, and the files in them. */
const hourly = { forms: { max: 30, minutes: 60 }, files: { max: 40, minutes: 60 } } as const satisfies Record<
  string,
  TryLimit
>

/** @throws RateLimited */
async function countByNetwork(ctx: Context, files: readonly UploadedFile[] = []): Promise<void> {
  if (!ctx.services.settings.rateLimits) return
  const network = networkOf(ctx.ip ?? '')
  if (!(await countTries(ctx.db, [`service desk forms ${network}`], hourly.forms)))
    throw new RateLimited('Too many requests from your network. Try again later.', 3600)
  if (files.length > 0 && !(await countTries(ctx.db, [`service desk files ${network}`], hourly.files, files.length)))
    throw new RateLimited(
      'Too many files from your network. Send your message without files, or try again later.',
      3600,
    )
}

/** Files of a page, as those of a mail that its text does not name. */
const attached = (files: readonly UploadedFile[]): readonly MailFile[] =>
  files.map(file => ({ ...file, contentId: null, isNamed: false }))

/** The project of a public form, whoever may know of it. @throws NotFound  no such project, or it has no form */
async function formOf(ctx: Context, namespace: string): Promise<ServiceDesk> {
  const desk = await findDesk(
    ctx,
    sql`${namespaceIs(namespace)} and not n.inactive and p.issues_access_level <> 'disabled' and exists (select 1 from service_desks d where d.project_id = p.id and d.has_form)`,
  )
  if (desk === null) throw new NotFound('Form')
  return desk
}

export async function showForm(ctx: Context, { namespace }: { readonly namespace: string }) {
  const { name } = await formOf(ctx, namespace)
  return { projectName: name }
}

export async function givePuzzle(ctx: Context, { namespace }: { readonly namespace: string }) {
  const { projectId } = await formOf(ctx, namespace)
  return { puzzle: await makePuzzle(ctx, projectId), zeroBits }
}

/** A field that was not checked yet: names in brackets make lists and objects. */
const textOf = (field: unknown): string => (typeof field === 'string' ? field : '')

/** Files are received only with the answer to a puzzle. @throws Invalid · @throws NotFound */
async function admitFormFiles(ctx: Context, fields: Readonly<Record<string, unknown>>): Promise<void> {
  const { namespace, puzzle, answer } = fields
  const { projectId } = await formOf(ctx, textOf(namespace))
  await checkPuzzle(ctx, projectId, textOf(puzzle), Number(textOf(answer)))
}

const { files: max, fileMebibytes: mebibytes } = serviceDeskLimits

export const formFiles: VisitorFiles = { max, mebibytes, admit: admitFormFiles }

export const answerFiles: VisitorFiles = {
  max,
  mebibytes,
  admit: async (ctx, fields) => void (await requestAt(ctx, textOf(fields.token))),
}

interface FormRequest {
  readonly namespace: string
  readonly name?: string
  readonly email: string
  readonly title: string
  readonly description: string
  readonly puzzle: string
  readonly answer: number
  readonly files?: readonly UploadedFile[]
}

/** Create a request from the form. @returns the path of its page. @throws Invalid · @throws RateLimited · @throws NotFound */
export async function requestByForm(ctx: Context, given: FormRequest): Promise<{ readonly path: string }> {
  const desk = await formOf(ctx, given.namespace)
  const email = given.email.trim().toLowerCase()
  const wrong = {
    ...(emailProblems(email).length > 0 && { email: [...emailProblems(email)] }),
    ...(given.title.trim() === '' && { title: ["can't be blank"] }),
    ...(given.description.trim() === '' && { description: ["can't be blank"] }),
  }
  if (Object.keys(wrong).length > 0) throw new Invalid(wrong)
  return transact(ctx, async inner => {
    await spendPuzzle(inner, desk.projectId, given.puzzle, given.answer)
    const files = given.files ?? []
    await countByNetwork(inner, files)
    const issue = await createRequest(
      inner,
      desk,
      { email, name: given.name ?? '', isUnverified: false },
      {
        title: given.title,
        text: given.description,
        files: attached(files),
        others: [],
        messageId: null,
        isConfirmed: true,
      },
    )
    if (issue === null) throw new Error('a request of the form was stored before')
    const [token = ''] = await makeLinks(inner, [{ issuableId: issue.id, email }])
    return { path: requestPath(token) }
  })
}

interface LinkedRequest {
  readonly issueId: number
  readonly email: string
}

/** @throws NotFound  no request has this token */
async function requestAt(ctx: Context, token: string): Promise<LinkedRequest> {
  const { rows } = await sql<LinkedRequest>`
    select l.issuable_id as issue_id, l.email from service_desk_links l join issuables i on i.id = l.issuable_id
      join namespaces n on n.id = i.namespace_id join projects q on q.id = n.id join service_desk_requests r on r.issuable_id = i.id
    where l.token_hash = ${hashSecret(token)} and q.issues_access_level <> 'disabled' and not n.pending_deletion and n.marked_for_deletion_on is null and not i.hidden
      and ${opensPage('l')}
      and (l.email = r.email or exists (select 1 from issue_email_participants p where p.issuable_id = i.id and p.email = l.email))`.execute(
    ctx.db,
  )
  const [found] = rows
  if (found === undefined) throw new NotFound('Request')
  return found
}

interface ShownComment {
  readonly id: number
  readonly author: string
  readonly isOwn: boolean
  readonly html: string
  readonly createdAt: string
}

interface ShownRequest {
  readonly projectId: number
  readonly projectName: string
  readonly reference: string
  readonly title: string
  readonly state: 'opened' | 'closed'
  readonly createdAt: string
  readonly descriptionHtml: string
  readonly comments: readonly ShownComment[]
}

/**
 * A request as the people without an account who take part in it see it: without internal notes, history, labels and the addresses of others.
 * References are shown as they were typed, and files by the secret link of the reader.
 */
export async function showRequest(
  ctx: Context,
  { token }: { readonly token: string },
): Promise<Omit<ShownRequest, 'projectId'>> {
  const { issueId, email } = await requestAt(ctx, token)
  const { rows } = await sql<ShownRequest>`
    select n.id as project_id, n.name as project_name, '#' || i.iid as reference, i.title, i.state, iso(i.created_at) as created_at, i.description_html,
      (select coalesce(json_agg(${object({
        id: sql`c.id`,
        author: sql`case when c.external_author = ${email} then 'You' when c.external_author is not null then 'Another participant' else c.name end`,
        isOwn: sql`coalesce(c.external_author = ${email}, false)`,
        html: sql`c.body_html`,
        createdAt: sql`iso(c.created_at)`,
      })} order by c.created_at, c.id), '[]') from (
        select m.id, m.external_author, m.body_html, m.created_at, u.name from notes m join users u on u.id = m.author_id
        where m.issuable_id = i.id and not m.internal and not m.system order by m.created_at desc, m.id desc limit ${maxShownComments}) c) as comments
    from issuables i join namespaces n on n.id = i.namespace_id where i.id = ${issueId}`.execute(ctx.db)
  const [row] = rows
  if (row === undefined) throw new NotFound('Request')
  const { projectId, ...found } = row
  const shown = (html: string) =>
    withoutFiles(withUploadsAt(withoutReferences(html), projectId, requestFilesPath(token)))
  return {
    ...found,
    descriptionHtml: shown(found.descriptionHtml),
    comments: found.comments.map(comment => ({ ...comment, html: shown(comment.html) })),
  }
}

interface FileInput extends Conditions {
  readonly token: string
  readonly secret: string
  readonly filename: string
}

/**
 * A file that the description or a public comment names. In texts by outsiders, only files count that came with them: a secret of
 * another file that they type opens nothing. A description that a member has edited is the member's text.
 *
 * @throws NotFound
 */
export async function showRequestFile(ctx: Context, { token, secret, filename, ...conditions }: FileInput) {
  const { issueId } = await requestAt(ctx, token)
  const { rows } = await sql<StoredUpload>`
    select f.filename, f.media_type, f.size_bytes, f.storage_key from issuables i
      join uploads f on f.namespace_id = i.namespace_id and f.purpose = 'attachment' and f.secret = ${secret} and f.filename = ${filename}
    where i.id = ${issueId} and exists (
      select 1 from (
        select coalesce(i.last_edited_by_id, i.author_id) as author_id, i.description as text
        union all select m.author_id, m.body from notes m where m.issuable_id = i.id and not m.internal and not m.system) t
        join users u on u.id = t.author_id
      where strpos(t.text, f.secret) > 0 and (not u.is_bot or f.user_id = u.id))`.execute(ctx.db)
  const [file] = rows
  if (file === undefined) throw new NotFound('File')
  return serveUpload(ctx, file, conditions)
}

/** Add a comment from the page of a request. @throws Invalid · @throws RateLimited · @throws NotFound */
export async function answerByPage(
  ctx: Context,
  {
    token,
    body,
    files = [],
  }: { readonly token: string; readonly body: string; readonly files?: readonly UploadedFile[] },
): Promise<void> {
  const { issueId, email } = await requestAt(ctx, token)
  if (body.trim() === '' && files.length === 0) throw new Invalid({ body: ["can't be blank"] })
  await transact(ctx, async inner => {
    await countByNetwork(inner, files)
    const person = { email, name: '', isUnverified: false }
    await addAnswer(inner, issueId, person, { text: body, files: attached(files), others: [], messageId: null })
  })
}

/** Close or reopen a request from its page. @throws NotFound · @throws RateLimited */
export async function setStateByPage(
  ctx: Context,
  { token, state }: { readonly token: string; readonly state: 'opened' | 'closed' },
): Promise<void> {
  const { issueId } = await requestAt(ctx, token)
  await transact({ ...ctx, actor: await supportBot(ctx.db) }, async inner => {
    await countByNetwork(inner)
    if (state === 'closed') await closeIssue(inner, await load(inner, 'issuable:close', issueById, { issueId }))
    else await reopenIssue(inner, await load(inner, 'issuable:reopen', issueById, { issueId }))
  })
}
