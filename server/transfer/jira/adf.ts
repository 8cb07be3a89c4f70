import { attachmentMark } from '../issue-imports/attachment-marks.ts'
import { hardBreak, literal } from './literal.ts'
import { momentOfMs } from './moment.ts'
import { codeSpan, fenced, folded, linkTo, noteKinds, quoted, withoutActions } from './wiki-markup.ts'

interface AdfNode {
  readonly type?: unknown
  readonly text?: unknown
  readonly attrs?: Readonly<Record<string, unknown>>
  readonly marks?: unknown
  readonly content?: unknown
}

/** Nesting beyond is left out. */
const deepest = 30

/**
 * A document of Jira Cloud as Markdown. @param document  anything; anything else gives an empty text @source Atlassian
 * Document Format
 */
export function markdownOfAdf(document: unknown): string {
  return isNode(document) ? withoutActions(blocks(document, 0).trim()) : ''
}

const isNode = (value: unknown): value is AdfNode => typeof value === 'object' && value !== null
const nodesIn = (value: unknown): readonly AdfNode[] => (Array.isArray(value) ? value.filter(isNode) : [])
const children = (node: AdfNode): readonly AdfNode[] => nodesIn(node.content)
const asText = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const attribute = (node: AdfNode, name: string): string => asText(node.attrs?.[name])

function blocks(node: AdfNode, depth: number): string {
  if (depth > deepest) return ''
  return children(node)
    .map(child => block(child, depth + 1))
    .join('\n\n')
}

function block(node: AdfNode, depth: number): string {
  switch (node.type) {
    case 'heading':
      return `${'#'.repeat(Math.min(6, Math.max(1, Number(attribute(node, 'level')) || 1)))} ${inlineOf(node)}`
    case 'codeBlock':
      return fenced(
        children(node)
          .map(child => asText(child.text))
          .join(''),
        attribute(node, 'language').replace(/[^\w+#-]/g, ''),
      )
    case 'blockquote':
      return quoted(blocks(node, depth))
    case 'panel':
      return quoted(`[!${noteKinds[attribute(node, 'panelType')] ?? 'note'}]\n${blocks(node, depth)}`)
    case 'expand':
    case 'nestedExpand':
      return folded(literal(attribute(node, 'title')) || 'Details', blocks(node, depth))
    case 'rule':
      return '---'
    case 'bulletList':
    case 'orderedList':
    case 'taskList':
      return children(node)
        .map((item, at) =>
          item.type === 'taskList'
            ? prefixed(block(item, depth + 1), '   ', '   ')
            : prefixed(listItem(item, depth), markOf(node, item, at), '   '),
        )
        .join('\n')
    case 'table':
      return tableOf(node, depth)
    case 'mediaSingle':
    case 'mediaGroup':
      return children(node).map(mediaOf).join(' ')
    case 'paragraph':
      return inlineOf(node)
    default:
      return node.content === undefined ? inline(node, depth) : blocks(node, depth)
  }
}

const markOf = (list: AdfNode, item: AdfNode, at: number): string => {
  if (list.type === 'orderedList') return `${(Number(attribute(list, 'order')) || 1) + at}. `
  return list.type === 'taskList' ? `- [${attribute(item, 'state') === 'DONE' ? 'x' : ' '}] ` : '- '
}

const listItem = (item: AdfNode, depth: number): string =>
  item.type === 'taskItem' ? inlineOf(item) : blocks(item, depth).replace(/\n\n(?= *(?:-|\d+\.) )/g, '\n')

const prefixed = (text: string, first: string, others: string): string =>
  text
    .split('\n')
    .map((line, index) => `${index === 0 ? first : others}${line}`)
    .join('\n')

function tableOf(table: AdfNode, depth: number): string {
  const rows = children(table).map(row =>
    children(row).map(cell =>
      blocks(cell, depth)
        .replace(/\s+/g, blanks => (blanks.includes('\n') ? '<br>' : blanks))
        .replaceAll('|', '\\|'),
    ),
  )
  const [head = [], ...body] = rows
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...body.map(line)].join('\n')
}

/** Jira names a file by its alternative text. */
const mediaOf = (node: AdfNode): string => attachmentMark(attribute(node, 'alt') || 'attachment')

const inlineOf = (node: AdfNode, depth = 0): string =>
  children(node)
    .map(child => inline(child, depth + 1))
    .join('')

function inline(node: AdfNode, depth: number): string {
  if (depth > deepest) return ''
  switch (node.type) {
    case 'text':
      return marked(asText(node.text), nodesIn(node.marks))
    case 'hardBreak':
      return `${hardBreak}\n`
    case 'mention':
      return `**${literal(attribute(node, 'text').replace(/^@/, ''))}**`
    case 'emoji':
      return attribute(node, 'text') || attribute(node, 'shortName')
    case 'inlineCard':
      return attribute(node, 'url') === '' ? '' : `<${attribute(node, 'url')}>`
    case 'mediaInline':
      return mediaOf(node)
    case 'status':
      return `**${literal(attribute(node, 'text'))}**`
    case 'date':
      return momentOfMs(Number(attribute(node, 'timestamp')))?.slice(0, 10) ?? ''
    default:
      return inlineOf(node, depth)
  }
}

function marked(text: string, marks: readonly AdfNode[]): string {
  const isCode = marks.some(mark => mark.type === 'code')
  // A mark does not hold at a blank, which therefore stands outside.
  const words = text.trim()
  if (words === '') return text
  const before = text.slice(0, text.length - text.trimStart().length)
  const after = text.slice(text.trimEnd().length)
  const inner = isCode ? codeSpan(words) : literal(words)
  const spanned = marks.reduce((inner, mark) => {
    switch (mark.type) {
      case 'strong':
        return `**${inner}**`
      case 'em':
        return `*${inner}*`
      case 'strike':
        return `~~${inner}~~`
      case 'link':
        return linkTo(words === attribute(mark, 'href') ? '' : inner, attribute(mark, 'href'))
      default:
        return inner
    }
  }, inner)
  return `${before}${spanned}${after}`
}
