import { load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import type { MailFile } from '#server/platform/mail/read.ts'
import { keepUpload } from './keep.ts'
import { presentUpload } from './present.ts'

/** Upload the files of a mail to a project. @returns markdown that shows or links them */
export async function keepMailFiles(ctx: Context, projectId: number, files: readonly MailFile[]): Promise<string> {
  if (files.length === 0) return ''
  const project = await load(ctx, 'project:upload', projectByRef, { id: projectId })
  const shown: string[] = []
  for (const file of files) {
    const upload = await keepUpload(ctx, { namespaceId: project.id, purpose: 'attachment', file })
    shown.push(presentUpload(upload, { id: project.id, kind: 'project' }).markdown)
  }
  return shown.join('\n')
}
