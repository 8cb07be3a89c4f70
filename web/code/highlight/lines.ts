/**
 * Cut highlighted code into lines that are complete on their own: elements open at the end of a line are opened again
 * in the next.
 *
 * @param html  of highlight.js: text and `<span class="…">` alone
 */
export function htmlLines(html: string): readonly string[] {
  const open: string[] = []
  return html.split('\n').map(line => {
    const before = open.join('')
    for (const [tag] of line.matchAll(/<span[^>]*>|<\/span>/g)) {
      if (tag === '</span>') open.pop()
      else open.push(tag)
    }
    return `${before}${line}${'</span>'.repeat(open.length)}`
  })
}
