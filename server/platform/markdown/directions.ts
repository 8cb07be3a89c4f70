import type { default as MarkdownIt, StateCore, Token } from 'markdown-it'

type Direction = 'ltr' | 'rtl'

const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u
const letter = /\p{L}/u

/** Whether any part of a text is written from right to left: all others need no directions. */
export const hasRightToLeft = (text: string): boolean => rightToLeft.test(text)

/** Blocks whose direction follows from their own words. */
export const wordBlocks: ReadonlySet<string> = new Set([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'th', 'td', 'dt', 'dd', 'li', 'summary', 'caption', 'figcaption'],
])

/**
 * Blocks whose direction a browser would not find by `dir="auto"`: those around other blocks (a quote, a list, its items, a table), and
 * those that begin with code. The other ones get `auto` when the text is sanitized.
 */
export function directionRules(md: InstanceType<typeof MarkdownIt>): void {
  md.core.ruler.push('directions', state => {
    if (hasRightToLeft(state.src)) giveDirections(state)
  })
}

/** A cell or row has the direction of its table. */
const isContainer = ({ type }: Token): boolean =>
  /^(?:blockquote|(?:bullet|ordered)_list|list_item|table|dl)_open$/.test(type)

interface OpenBlock {
  readonly token: Token
  direction: Direction | null
}

function giveDirections({ tokens }: StateCore): void {
  const open: OpenBlock[] = []
  for (const token of tokens) {
    if (token.nesting === 1) open.push({ token, direction: null })
    else if (token.nesting === -1) inherit(open.pop(), open)
    if (token.type !== 'inline') continue
    const found = firstStrong(token, false)
    const block = open.at(-1)
    if (found !== null)
      for (const each of open.slice(0, -1)) {
        if (each.direction !== null || !isContainer(each.token)) continue
        each.direction = found
        each.token.attrSet('dir', found)
      }
    if (!block || block.token.hidden) continue
    const own = found ?? around(open)
    if (own !== null && own !== firstStrong(token, true)) block.token.attrSet('dir', own)
  }
}

/** An item without words has the direction of its list. */
function inherit(block: OpenBlock | undefined, open: readonly OpenBlock[]): void {
  if (block?.token.type !== 'list_item_open' || block.direction !== null) return
  const direction = around(open)
  if (direction !== null) block.token.attrSet('dir', direction)
}

const around = (open: readonly OpenBlock[]): Direction | null =>
  open.findLast(each => each.direction !== null)?.direction ?? null

/** @param withCode  as a browser reads it, which does not know that code says nothing about the words around it */
function firstStrong(inline: Token, withCode: boolean): Direction | null {
  for (const { type, content } of inline.children ?? []) {
    if (type === 'html_inline' || ((type === 'code_inline' || type === 'math_inline') && !withCode)) continue
    const first = letter.exec(content)?.[0]
    if (first !== undefined) return rightToLeft.test(first) ? 'rtl' : 'ltr'
  }
  return null
}
