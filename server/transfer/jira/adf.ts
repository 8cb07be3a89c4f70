import { attachmentMark } from '../issue-imports/attachment-marks.ts'
import { withoutActions } from './wiki-markup.ts'

interface AdfNode {
  readonly type?: unknown
  readonly text?: unknown
  readonly attrs?: Readonly<Record<string, unknown>>
  readonly marks?: readonly { readonly type?: unknown; readonly attrs?: Readonly<Record<string, unknown>> }[]
  readonly content?: readonly AdfNode[]
}

/** Nesting beyond is left out. */
const deepest = 30

/** A document of Jira Cloud as Markdown. @param document  anything; what is no document is empty @source Atlassian Document Format */
export function markdownOfAdf(document: unknown): string {
  if (typeof document !== 'object' || document === null) return ''
  return withoutActions(blocks(document as AdfNode, 0).trim())
}

const children = (node: AdfNode): readonly AdfNode[] => (Array.isArray(node.content) ? node.content : [])
const attribute = (node: AdfNode, name: string): string => String(node.attrs?.[name] ?? '')

function blocks(node: AdfNode, depth: number): string {
  if (depth > deepest) return ''
  return children(node)
    .map(child => block(child, depth + 1))
    .join('\n\n')
}

function block(node: AdfNode, depth: number): string {
  switch (node.type) {
    case 'heading':
      return `${'#'.repeat(Math.min(6, Math.max(1, Number(node.attrs?.level) || 1)))} ${inlineOf(node)}`
    case 'codeBlock':
      return `\`\`\`${attribute(node, 'language')}\n${children(node)
        .map(child => String(child.text ?? ''))
        .join('')}\n\`\`\``
    case 'blockquote':
      return prefixed(blocks(node, depth), '> ', '> ')
    case 'rule':
      return '---'
    case 'bulletList':
    case 'orderedList':
    case 'taskList':
      return children(node)
        .map(item => prefixed(listItem(item, depth), markOf(node, item), '   '))
        .join('\n')
    case 'table':
      return tableOf(node, depth)
    case 'mediaSingle':
    case 'mediaGroup':
      return children(node).map(mediaOf).join(' ')
    case 'paragraph':
      return inlineOf(node)
    default:
      return node.content === undefined ? inline(node) : blocks(node, depth)
  }
}

const markOf = (list: AdfNode, item: AdfNode): string => {
  if (list.type === 'orderedList') return '1. '
  return list.type === 'taskList' ? `- [${attribute(item, 'state') === 'DONE' ? 'x' : ' '}] ` : '- '
}

const listItem = (item: AdfNode, depth: number): string =>
  item.type === 'taskItem' ? inlineOf(item) : blocks(item, depth).replace(/\n\n(?=\s*(?:-|1\.) )/g, '\n')

const prefixed = (text: string, first: string, others: string): string =>
  text
    .split('\n')
    .map((line, index) => `${index === 0 ? first : others}${line}`)
    .join('\n')

function tableOf(table: AdfNode, depth: number): string {
  const rows = children(table).map(row =>
    children(row).map(cell =>
      blocks(cell, depth)
        .replace(/\s*\n\s*/g, ' ')
        .replaceAll('|', '\\|'),
    ),
  )
  const [head = [], ...body] = rows
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...body.map(line)].join('\n')
}

/** Jira names a file by its alternative text. */
const mediaOf = (node: AdfNode): string => attachmentMark(attribute(node, 'alt') || 'attachment')

const inlineOf = (node: AdfNode): string => children(node).map(inline).join('')

function inline(node: AdfNode): string {
  switch (node.type) {
    case 'text':
      return marked(String(node.text ?? ''), node.marks ?? [])
    case 'hardBreak':
      return '  \n'
    case 'mention':
      return `**${attribute(node, 'text').replace(/^@/, '')}**`
    case 'emoji':
      return attribute(node, 'text') || attribute(node, 'shortName')
    case 'inlineCard':
      return attribute(node, 'url') === '' ? '' : `<${attribute(node, 'url')}>`
    case 'mediaInline':
      return mediaOf(node)
    case 'status':
      return `**${attribute(node, 'text')}**`
    case 'date':
      return new Date(Number(node.attrs?.timestamp) || 0).toISOString().slice(0, 10)
    default:
      return inlineOf(node)
  }
}

function marked(text: string, marks: NonNullable<AdfNode['marks']>): string {
  return marks.reduce((inner, mark) => {
    switch (mark.type) {
      case 'strong':
        return `**${inner}**`
      case 'em':
        return `*${inner}*`
      case 'strike':
        return `~~${inner}~~`
      case 'code':
        return `\`${inner}\``
      case 'link':
        return `[${inner}](${String(mark.attrs?.href ?? '')})`
      default:
        return inner
    }
  }, text)
}
