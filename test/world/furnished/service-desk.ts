import { updateServiceDesk } from '#contract/plan/service-desk/service-desk.ts'
import { hashSecret } from '#server/platform/text/secret.ts'
import type { CodeWorld, FurnishedArea } from './area.ts'

/** A service desk with its public form, and the secret link to an issue that came in by it. */
export async function furnishServiceDesk({ as, db, project }: CodeWorld, issueId: number): Promise<FurnishedArea> {
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
  return {
    fit: (place, { path, name }) => {
      if (path.includes('/service_desk/requests/') || name === 'getServiceDeskRequest') place.token = token
    },
  }
}
