import { scanMarkdownSafely } from './markdown.ts'
import type { TaskItem } from './text-rules.ts'

/** An item of a task list as the caller last read it. */
export interface TaskLine {
  /** 1-based. */
  readonly lineNumber: number
  readonly lineSource: string
}

/**
 * The text with an item moved before or behind another one of its list, with all that is nested in it.
 *
 * @returns null when one of the lines has changed since the caller read it, or they are of different lists
 */
export async function moveTask(
  text: string,
  moved: TaskLine,
  target: TaskLine,
  place: 'before' | 'after',
): Promise<string | null> {
  const items = await itemsOf(text)
  const [from, to] = [find(items, moved), find(items, target)]
  if (from === undefined || to === undefined || from.list !== to.list) return null
  if (from === to) return text
  const siblings = items.filter(item => item.list === from.list)
  const lines = linesOf(text)
  const head = lines.slice(0, (siblings[0]?.line ?? 1) - 1)
  const last = siblings.at(-1)
  const tail = lines.slice(last?.end ?? lines.length)
  const order = siblings.filter(item => item !== from)
  order.splice(order.indexOf(to) + (place === 'after' ? 1 : 0), 0, from)
  // An item reaches to the next one, with the empty lines between them.
  const blockOf = (item: TaskItem): readonly Line[] => {
    const next = siblings[siblings.indexOf(item) + 1]
    return lines.slice(item.line - 1, next === undefined ? item.end : next.line - 1)
  }
  return written([...head, ...order.flatMap(blockOf), ...tail])
}

/**
 * The text without the text of an item. Items nested in it move to its place.
 *
 * @returns null when the line has changed since the caller read it
 */
export async function deleteTask(text: string, task: TaskLine): Promise<string | null> {
  const item = find(await itemsOf(text), task)
  if (item === undefined) return null
  const lines = linesOf(text)
  const nested = lines.slice(item.textEnd, item.end)
  const own = /^((?:[ \t]*>)*[ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+/.exec(item.source)
  const [whole = '', before = ''] = own ?? []
  // The indentation of nested lines that comes from being in the item.
  const indent = new RegExp(
    `^(${before.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')})[ \\t]{1,${whole.length - before.length}}`,
  )
  const raised = nested.map(({ words, end }) => ({ words: words.replace(indent, '$1'), end }))
  return written([...lines.slice(0, item.line - 1), ...raised, ...lines.slice(item.end)])
}

/**
 * The text with other words for an item, which keeps its box and its nested items.
 *
 * @param lineNumber  1-based
 * @returns null when there is no item
 */
export async function rewordTask(text: string, lineNumber: number, words: string): Promise<string | null> {
  const item = (await itemsOf(text)).find(each => each.line === lineNumber)
  const box = item === undefined ? null : /^.*?\[[ xX~]\][ \t]/.exec(item.source)
  if (item === undefined || box === null) return null
  const lines = linesOf(text)
  const end = lines[item.textEnd - 1]?.end ?? ''
  return written([...lines.slice(0, item.line - 1), { words: `${box[0]}${words}`, end }, ...lines.slice(item.textEnd)])
}

const itemsOf = async (text: string): Promise<readonly TaskItem[]> => (await scanMarkdownSafely(text, [], {})).taskItems

const find = (items: readonly TaskItem[], { lineNumber, lineSource }: TaskLine): TaskItem | undefined =>
  items.find(item => item.line === lineNumber && item.source === lineSource.replace(/\r?\n$|\r$/, ''))

interface Line {
  readonly words: string
  /** The end of the line; empty for the last line of a text. */
  readonly end: string
}

const linesOf = (text: string): readonly Line[] =>
  [...text.matchAll(/([^\r\n]*)(\r\n|\n|\r|$)/g)]
    .map(([, words = '', end = '']) => ({ words, end }))
    .filter(({ words, end }, index, all) => index < all.length - 1 || words !== '' || end !== '')

/** The text of lines in another order: every line but the last one ends, as the others do. */
function written(lines: readonly Line[]): string {
  const usual = lines.find(({ end }) => end !== '')?.end ?? '\n'
  return lines.map(({ words, end }, index) => words + (end !== '' || index === lines.length - 1 ? end : usual)).join('')
}
