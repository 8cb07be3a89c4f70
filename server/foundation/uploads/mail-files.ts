import { load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { siteNow } from '#server/foundation/settings/site-now.ts'
import type { MailFile } from '#server/platform/mail/read.ts'
import { keepUpload } from './keep.ts'
import { presentUpload } from './present.ts'

/**
 * Upload the files of a mail to a project, and show those that its words name where they name them; the others follow below. A file that
 * only the mail's other words name, such as the logo in a signature, is left out.
 *
 * @param words  the part of the mail's text that is stored
 * @returns the Markdown with its files
 */
export async function textWithFiles(
  ctx: Context,
  projectId: number,
  words: string,
  files: readonly MailFile[],
): Promise<string> {
  const wanted = files.filter(file => names(words, file) || !file.isNamed)
  if (wanted.length === 0) return words
  const project = await load(ctx, 'project:upload', projectByRef, { id: projectId })
  let text = words
  const below: string[] = []
  const { maxAttachmentSize } = await siteNow(ctx)
  for (const file of wanted) {
    if (file.sizeBytes > maxAttachmentSize * 1024 * 1024) {
      below.push(leftOut(file, maxAttachmentSize))
      continue
    }
    const upload = await keepUpload(ctx, { namespaceId: project.id, purpose: 'attachment', file })
    const { markdown } = presentUpload(upload, { id: project.id, kind: 'project' })
    if (names(words, file)) text = text.replaceAll(nameOf(file), markdown)
    else below.push(markdown)
  }
  return [text, below.join('\n')].filter(part => part !== '').join('\n\n')
}

const leftOut = ({ filename }: MailFile, mebibytes: number): string =>
  `*A file was left out: \`${filename.replaceAll('`', '')}\` is larger than ${mebibytes} MiB.*`

const nameOf = (file: MailFile): string => `[cid:${file.contentId}]`
const names = (words: string, file: MailFile): boolean => file.contentId !== null && words.includes(nameOf(file))
