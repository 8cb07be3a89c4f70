import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { repository } from './command.ts'

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

/** The pages, and those parts of the contract whose words they show. */
const places = [
  'web/**/*.{ts,tsx}',
  'contract/**/{page-title,page-titles,issuable-kinds,ref-kinds,plain-attributes,password-links}.ts',
] as const
const unreadFiles = [
  '**/*.test.{ts,tsx}',
  '**/*.gen.ts',
  'web/shell/gallery/**',
  'web/shell/palette/synonyms.ts',
  'web/code/highlight/**',
] as const

/**
 * The files of server, contract and command line with sentences for people. Most other strings there are names, paths
 * or SQL.
 */
const servers = ['server/**/*.ts', 'contract/**/*.ts', 'tools/*.{ts,mjs}'] as const
const unreadOfServers = ['**/*.test.ts', '**/*.gen.ts', 'tools/{bench,sentences}.ts'] as const
/** Files in which every string counts: mails, messages, settings and pages without script. */
const wholeFiles =
  /(?:messages|settings|mail|mails|mail-page|html|invitations|outsiders|new-mail|forgot-password|change-password|email-change|emails\/add|tools\/start|help-topics|notification-content)\.ts$/
const toldBy =
  /(?:Error|Invalid|Malformed|Forbidden|Conflict|Gone|TooLarge|RateLimited|Unavailable|NotAllowed|Unprocessable|Precondition|CannotStart|Refused|Refusal|Answer)$/
const saidBy = /^(?:say|report|log|refuse|fail|noneGiven)$/
const spoken = /^(?:summary|description|message|subject|detail|reason|hint|response)$/

/** Fields of syntax whose strings no user reads: types, module names, comparisons, names of classes. */
const unreadTypes = new Set([
  'ImportDeclaration',
  'ExportAllDeclaration',
  'ThrowStatement',
  'TaggedTemplateExpression',
  'SwitchCase.test',
  'MemberExpression.property',
  'Property.key',
])
/** Functions whose strings no user reads: the classes of global ids. */
const unreadCalls = new Set(['gid'])
const unreadAttributes =
  /^(?:className|id|key|to|href|src|name|type|role|variant|size|kind|rel|target|d|viewBox|fill|stroke.*|data-.*|aria-(?:live|current|haspopup|controls|labelledby|describedby|autocomplete|relevant|sort|atomic))$/

/**
 * List the sentences that people read on the pages: texts, labels, hints and messages in the source.
 *
 * @returns by file, in the order of the source; a part that is filled in is in braces
 */
export function listSentences(): ReadonlyMap<string, readonly string[]> {
  const files = globSync([...places], { cwd: repository, exclude: [...unreadFiles] }).sort()
  const listed = new Map<string, readonly string[]>()
  for (const file of files) {
    const found = sentencesOf(file, readFileSync(join(repository, file), 'utf8'))
    if (found.length > 0) listed.set(file, found)
  }
  return listed
}

/** List the sentences of errors, mails, replies to git and SMTP, summaries of the API and of the command line. @returns as `listSentences` */
export function listServerSentences(): ReadonlyMap<string, readonly string[]> {
  const files = globSync([...servers], { cwd: repository, exclude: [...unreadOfServers] }).sort()
  const listed = new Map<string, readonly string[]>()
  for (const file of files) {
    const found = sentencesOf(file, readFileSync(join(repository, file), 'utf8'), wholeFiles.test(file) ? null : isTold)
    if (found.length > 0) listed.set(file, found)
  }
  return listed
}

/** Whether people read the strings inside a node: an error, a log line or a summary. */
function isTold(node: Node): boolean {
  const nameOf = (part: unknown): string => {
    const { name, property } = part as { readonly name?: string; readonly property?: { readonly name?: string } }
    return name ?? property?.name ?? ''
  }
  if (node.type === 'NewExpression') return toldBy.test(nameOf(node['callee']))
  if (node.type === 'CallExpression') return saidBy.test(nameOf(node['callee']))
  return node.type === 'Property' && spoken.test(nameOf(node['key']))
}

/** @param isTold  finds the parts whose strings count; null counts all */
function sentencesOf(file: string, code: string, isTold: ((node: Node) => boolean) | null = null): readonly string[] {
  const found = new Set<string>()
  let told = isTold === null ? 1 : 0
  const add = (text: string): void => {
    const sentence = plain(text).replace(/\s+/g, ' ').trim()
    if (told > 0 && isRead(sentence)) found.add(sentence)
  }
  visit(parseSync(file, code).program as unknown as Node)
  return [...found]

  function visit(node: Node): void {
    const begins = isTold?.(node) === true
    if (begins) told += 1
    visitParts(node)
    if (begins) told -= 1
  }

  function visitParts(node: Node): void {
    if (
      (unreadTypes.has(node.type) && (isTold === null || node.type !== 'ThrowStatement')) ||
      (node.type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)/.test(node.type))
    )
      return
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      const children = node['children'] as readonly Node[]
      if (children.some(child => child.type === 'JSXText' && /\p{L}/u.test(String(child['value'])))) add(flat(node))
    }
    if (node.type === 'CallExpression' && unreadCalls.has(String((node['callee'] as Node)['name']))) return
    if (node.type === 'JSXAttribute' && unreadAttributes.test(String((node['name'] as Node)['name']))) return
    if (node.type === 'BinaryExpression' && /^[=!]==?$/.test(String(node['operator']))) return
    if (node.type === 'Literal' && typeof node['value'] === 'string') add(node['value'])
    if (node.type === 'TemplateLiteral') add(flat(node))
    for (const [field, value] of Object.entries(node)) {
      if (unreadTypes.has(`${node.type}.${field}`) && node['computed'] !== true) continue
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child)
    }
  }

  function flat(node: Node): string {
    switch (node.type) {
      case 'JSXText':
        return String(node['value']).replace(/\s*\n\s*/g, ' ')
      case 'Literal':
        return String(node['value'])
      case 'JSXExpressionContainer':
        return flat(node['expression'] as Node)
      case 'JSXElement':
      case 'JSXFragment':
        return (node['children'] as readonly Node[]).map(flat).join('')
      case 'TemplateLiteral': {
        const parts = node['expressions'] as readonly Node[]
        const quasis = node['quasis'] as readonly { readonly value: { readonly cooked: string } }[]
        return quasis.map((each, at) => each.value.cooked + (parts[at] === undefined ? '' : flat(parts[at]))).join('')
      }
      case 'JSXEmptyExpression':
        return ''
      case 'Identifier':
        return `{${String(node['name'])}}`
      case 'MemberExpression':
        return `{${code.slice(node.start, node.end)}}`
      default:
        return '{…}'
    }
  }
}

/** The text of a mail without its tags and styles. */
const plain = (text: string): string =>
  /^<(?!\w+>)|<\/\w+>$|^:root/.test(text) ? text.replace(/<[^>]*>|:root[^<]*/g, ' ') : text

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

function isRead(text: string): boolean {
  const words = text.replace(/\{[^}]*\}/g, '').trim()
  if (
    !/\p{L}{2}/u.test(words) ||
    /^[\p{Lu}_]+$/u.test(words) ||
    /^\p{Lu}+ \//u.test(words) ||
    /^(?:Mod|Meta|Shift|Arrow)/.test(words)
  )
    return false
  return (
    /^\p{Lu}/u.test(words) || /\p{L} \p{L}/u.test(words) || (/\s/.test(text) && /^[\p{L} ,.;:’'“”…]+$/u.test(words))
  )
}
