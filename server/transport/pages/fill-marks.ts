/**
 * A document with its marks replaced, in their order, and joined once: the inserted texts are long. Marks in them,
 * which people may have written, stay; those that the document lacks are passed over.
 */
export function fillMarks(document: string, marks: readonly (readonly [mark: string, text: string])[]): string {
  const parts: string[] = []
  let end = 0
  for (const [mark, text] of marks) {
    const at = document.indexOf(mark, end)
    if (at < 0) continue
    parts.push(document.slice(end, at), text)
    end = at + mark.length
  }
  return [...parts, document.slice(end)].join('')
}
