/** The words of a piece of markdown, without what marks them up: for one line of a list. */
export function plainWords(markdown: string): string {
  return markdown
    .replace(/^[ \t]{0,3}(?:(?:>|[-*+]|\d{1,9}[.)]|#{1,6})[ \t]+)+(?:\[[ xX~]\][ \t]+)?/gm, '')
    .replace(/!?\[([^[\]\n]{0,200})\]\([^()\n]{0,500}\)/g, '$1')
    .replace(/\*\*|__|~~|`+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
