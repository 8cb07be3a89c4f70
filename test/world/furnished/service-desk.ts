import { createProjectUpload } from '#contract/foundation/uploads.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { updateServiceDesk } from '#contract/plan/service-desk/service-desk.ts'
import { hashSecret } from '#server/platform/text/secret.ts'
import type { CodeWorld, FurnishedArea } from './area.ts'
import { sentFile } from './files.ts'

/** A service desk with its public form, and the secret link to an issue that came in by it, with a file in a comment. */
export async function furnishServiceDesk(
  { as, db, project }: CodeWorld,
  { id: issueId, iid }: { readonly id: number; readonly iid: number },
): Promise<FurnishedArea> {
  await as('root').call(updateServiceDesk, { namespace: project.fullPath, enabled: true, hasForm: true })
  const token = 'a-secret-of-a-request'
  const request = { issuableId: issueId, email: 'hugo@shop.example', createdAt: new Date() }
  await db
    .insertInto('serviceDeskRequests')
    .values({ ...request, deskId: null, messageId: null, answeredAt: null })
    .execute()
  await db
    .insertInto('serviceDeskLinks')
    .values({ ...request, tokenHash: hashSecret(token) })
    .execute()
  const file = await sentFile('thread.txt', 'text/plain', 'red')
  const upload = await as('root').call(createProjectUpload, { id: project.id, file })
  await as('root').call(issueDiscussion.createNote, { id: project.id, issueIid: iid, body: upload.markdown })
  const [, , secret, filename] = upload.url.split('/')
  return {
    fit: (place, { path, name }) => {
      if (path.includes('/service_desk/requests/') || name === 'getServiceDeskRequest') place.token = token
      if (name === 'getServiceDeskFile') Object.assign(place, { secret, filename })
    },
  }
}
