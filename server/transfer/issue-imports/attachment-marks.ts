import type { ImportedAttachment, ImportedIssue } from './imported-issue.ts'

// Characters for private use, which no text of a tracker needs.
const [opening, closing] = ['\uE000', '\uE001']
const markPattern = /\uE000([^\uE000\uE001]*)\uE001|[\uE000\uE001]/g

/** Marks the place in a text where a file is shown. @param word  its name; once the files are known, its place among them */
export const attachmentMark = (word: string | number): string => `${opening}${word}${closing}`

/** A text with other words in place of its marks. */
export const replaceMarks = (text: string, replace: (word: string) => string): string =>
  text.replace(markPattern, (_all, word?: string) => (word === undefined ? '' : replace(word)))

/** A file name as code, in place of a file that there is not. */
export const asCode = (name: string): string => `\`${name.replace(/[`|\s]+/g, ' ').trim() || 'attachment'}\``

/**
 * An issue whose texts show its attachments.
 *
 * @param shown  Markdown of an attachment by its place; null for one that is not stored, which is linked where it was
 */
export function withAttachments(issue: ImportedIssue, shown: (index: number) => string | null): ImportedIssue {
  const { remote } = issue
  if (remote === undefined) return issue
  const place = (text: string) =>
    replaceMarks(text, word => {
      const attachment = remote.attachments[Number(word)]
      return attachment === undefined ? asCode(word) : (shown(Number(word)) ?? linkTo(attachment))
    })
  return {
    ...issue,
    changes: { ...issue.changes, description: place(issue.changes.description ?? '') },
    remote: { ...remote, comments: remote.comments.map(note => ({ ...note, body: place(note.body) })) },
  }
}

function linkTo({ name, url }: ImportedAttachment): string {
  const address = URL.parse(url)
  if (address === null) return asCode(name)
  return `[${name.replace(/\s+/g, ' ').replace(/[[\]\\`<>|@*_~]/g, '\\$&')}](<${address.href.replace(/[<>|]/g, encodeURIComponent)}>)`
}
