import { toggleNoteAward } from '#contract/discuss/reactions.ts'
import { updateProject } from '#contract/foundation/projects.ts'
import { createMaintenanceWindow } from '#contract/monitor/alerts/maintenance-windows.ts'
import { postPublicUpdate, publishIncident } from '#contract/plan/incidents/publications.ts'
import { createStatusComponent } from '#contract/plan/incidents/status-components.ts'
import { getStatusPage } from '#contract/plan/incidents/status-page.ts'
import type { Impact } from '#contract/plan/incidents/status-words.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { type Member, type World, world } from '#test/world/world.ts'

export type Visitor = Member | 'root' | 'anon'

/** A private project with a public status page. */
export async function statusScene({
  isOn = true,
  ...options
}: { readonly isOn?: boolean } & NonNullable<Parameters<typeof world>[0]> = {}) {
  const made = await world(options)
  if (isOn) await made.as('mina').call(updateProject, { id: made.project.id, statusPageEnabled: true })
  return { ...made, ...statusSteps(made) }
}

/** The steps of members on the status page of a project, and the page as everyone reads it. */
export function statusSteps(made: Pick<World, 'as' | 'build' | 'db' | 'project'>) {
  const { as, build, db, project } = made
  const page = (who: Visitor = 'anon', number?: number) =>
    as(who).call(getStatusPage, { id: project.fullPath, ...(number !== undefined && { page: number }) })
  return {
    incident: (more: object = {}) => build.issue({ type: 'incident', title: 'Fire', ...more }),
    /** Publish an incident, with its own title unless another one is given. */
    publish: async (who: Visitor, iid: number, more: object = {}) => {
      const row = await db
        .selectFrom('issuables')
        .select('title')
        .where('namespaceId', '=', project.id)
        .where('iid', '=', iid)
        .executeTakeFirst()
      const texts = { title: row?.title ?? '', message: 'We look into it' }
      return as(who).call(publishIncident, { id: project.id, issueIid: iid, ...texts, ...more })
    },
    update: (iid: number, more: object = {}) =>
      as('dan').call(postPublicUpdate, {
        ...{ id: project.id, issueIid: iid, status: 'monitoring', message: 'It runs again' },
        ...more,
      }),
    component: async (name: string, more: object = {}) =>
      (await as('dan').call(createStatusComponent, { id: project.id, name, ...more })).id,
    maintenance: (title: string, more: object = {}) =>
      as('dan').call(createMaintenanceWindow, {
        ...{ id: project.id, title, services: ['secret'], endsAt: inMinutes(60), isPublished: true },
        ...more,
      }),
    page,
    titles: async () => (await page()).incidents.map(({ title }) => title),
    comment: async (who: Visitor, iid: number, body: string, internal = false) => {
      const note = await as(who).call(issueDiscussion.createNote, { id: project.id, issueIid: iid, body, internal })
      return 'id' in note ? note.id : 0
    },
    mark: (who: Visitor, noteId: number) =>
      as(who).call(toggleNoteAward, { namespace: project.fullPath, noteId, name: 'microphone' }),
  }
}

export const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString()

export const affects = (componentId: number, impact: Impact) => ({ components: [{ componentId, impact }] })
